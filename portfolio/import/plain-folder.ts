/** Whether the system or another program made the file or folder: `.DS_Store`, `._photo.jpg`, `Thumbs.db`. */
export function isSystemFile(name: string): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini|__MACOSX)$/i.test(name)
}

export function isTextFile(name: string): boolean {
  return /\.(txt|md)$/i.test(name)
}

const collator = new Intl.Collator('en', { numeric: true })

/** `2.jpg` comes before `10.jpg`. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1)
}

export function joinTexts(files: readonly Uint8Array[]): string {
  return files.map(decodeText).join('\n\n')
}

/** UTF-8, or UTF-16 with a byte order mark, or else the encoding that Windows uses for Western European languages. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(unicodeEncodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function unicodeEncodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
