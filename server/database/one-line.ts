/** Replaces control and format characters with spaces: messages may contain file names, which may contain them. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}
