/** A row of linear sRGB for each primary of a profile. */
type Primaries = readonly (readonly [number, number, number])[]

/** From XYZ under D50, in which profiles are written, to linear sRGB (IEC 61966-2-1, adapted by Bradford). */
const fromD50 = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/**
 * How far below zero a primary must lie in linear sRGB for the gamut to count as clearly larger.
 * The green of Display P3 lies at -0.22, that of Adobe RGB at -0.40, those of sRGB's own variants within 0.01.
 */
const clearlyBeyond = -0.1

/** Whether an ICC profile describes colours that sRGB clearly cannot show. Profiles without primaries do not count. */
export function isWide(icc: Uint8Array | undefined): boolean {
  const primaries = icc ? primariesOf(Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength)) : null
  return primaries !== null && Math.min(...primaries.flat()) < clearlyBeyond
}

function primariesOf(icc: Buffer): Primaries | null {
  if (icc.length < 132 || icc.toString('latin1', 16, 20) !== 'RGB ') return null
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => linearOf(icc, tag))
  return primaries.some((primary) => primary === null) ? null : primaries.filter((primary) => primary !== null)
}

/** ICC.1:2022, 7.3 and 10.31: a table of tags; an XYZ is three numbers of 16.16 bits, eight bytes into its tag. */
function linearOf(icc: Buffer, wanted: string): [number, number, number] | null {
  const tags = Math.min(icc.readUInt32BE(128), 200)
  for (let tag = 0; tag < tags; tag++) {
    const entry = 132 + tag * 12
    if (entry + 12 > icc.length) return null
    const at = icc.readUInt32BE(entry + 4) + 8
    if (icc.toString('latin1', entry, entry + 4) !== wanted) continue
    if (at + 12 > icc.length) return null
    const [x, y, z] = [0, 4, 8].map((step) => icc.readInt32BE(at + step) / 65_536)
    const [red, green, blue] = fromD50.map((row) => row[0] * (x ?? 0) + row[1] * (y ?? 0) + row[2] * (z ?? 0))
    return [red ?? 0, green ?? 0, blue ?? 0]
  }
  return null
}

/** From linear Display P3 to linear sRGB; both have the white of D65. */
const p3ToSrgb = [
  [1.2249402, -0.2249402, 0],
  [-0.0420569, 1.0420569, 0],
  [-0.0196376, -0.0786361, 1.0982736],
] as const

/** Beyond what rounding to eight bits can do. */
const slack = 0.006
/** So many of a thousand pixels must lie beyond sRGB before a second set of derivatives is worth its bytes. */
const worthwhile = 0.5 / 1000

/** Whether pixels in Display P3, three bytes each, show colours that sRGB cannot. */
export function needsP3(pixels: Uint8Array): boolean {
  let beyond = 0
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const red = linear[pixels[at] ?? 0] ?? 0
    const green = linear[pixels[at + 1] ?? 0] ?? 0
    const blue = linear[pixels[at + 2] ?? 0] ?? 0
    const inSrgb = p3ToSrgb.map((row) => row[0] * red + row[1] * green + row[2] * blue)
    if (inSrgb.some((value) => value < -slack || value > 1 + slack)) beyond += 1
  }
  return beyond > (pixels.length / 3) * worthwhile
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})
