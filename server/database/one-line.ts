/** Replaces control characters with spaces: messages may contain file names, which may contain control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}
