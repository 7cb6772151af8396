import { open } from 'node:fs/promises'

/** The format that the first bytes of a file indicate. `raw`: camera raw formats, and TIFF, on which most are based. */
export type FileFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif' | 'raw'

/** The brands of still images in the `ftyp` box: ISO/IEC 23008-12, annex B.4; AVIF 1.1, 6; Canon's CR3. */
const formatOfBrand: Readonly<Record<string, FileFormat>> = {
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  avif: 'avif',
  avis: 'avif',
  'crx ': 'raw',
}

const signatures: readonly (readonly [FileFormat, readonly string[]])[] = [
  ['jpeg', ['\xff\xd8\xff']],
  ['png', ['\x89PNG']],
  // TIFF and formats based on it: CR2, NEF, ARW, DNG, PEF; BigTIFF; ORF; RW2; RAF; MRW; X3F.
  ['raw', ['II*\0', 'MM\0*', 'II+\0', 'MM\0+', 'IIRO', 'IIRS', 'MMOR', 'IIU\0', 'FUJIFILMCCD-RAW', '\0MRM', 'FOVb']],
]

/** Recognises a file by its first bytes; `null` if the format is unknown or the file cannot be opened. */
export async function formatOfFile(path: string): Promise<FileFormat | null> {
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return formatOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

export function formatOf(head: Buffer): FileFormat | null {
  const text = head.toString('latin1')
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  const signature = signatures.find(([, beginnings]) => beginnings.some((beginning) => text.startsWith(beginning)))
  return signature?.[0] ?? formatOfBrands(head)
}

/** The format of the first known brand; the major brand comes first. */
function formatOfBrands(head: Buffer): FileFormat | null {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return null
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let offset = 8; offset + 4 <= end; offset += 4) {
    // The minor version, a number, follows the major brand.
    const format = offset === 12 ? undefined : formatOfBrand[head.toString('latin1', offset, offset + 4)]
    if (format) return format
  }
  return null
}
