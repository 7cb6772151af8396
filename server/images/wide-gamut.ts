type Primaries = readonly (readonly [number, number, number])[]

/** Converts the XYZ (D50) of profiles to linear sRGB: IEC 61966-2-1 with Bradford adaptation. */
const xyzToSrgb = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const

/** Limit of the lowest component of a primary in linear sRGB: Display P3 -0.22, Adobe RGB -0.4, sRGB variants -0.01. */
const wideGamutPrimary = -0.1

/** Whether the gamut of an ICC profile is clearly larger than sRGB; `false` for a profile without primaries. */
export function hasWideGamut(icc: Uint8Array | undefined): boolean {
  const primaries = icc ? primariesOf(Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength)) : null
  return primaries !== null && Math.min(...primaries.flat()) < wideGamutPrimary
}

function primariesOf(icc: Buffer): Primaries | null {
  if (icc.length < 132 || icc.toString('latin1', 16, 20) !== 'RGB ') return null
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((tagName) => linearOf(icc, tagName))
  return primaries.some((primary) => primary === null) ? null : primaries.filter((primary) => primary !== null)
}

/** ICC.1:2022, 7.3 and 10.31: in an XYZ tag, three fixed-point numbers (16.16 bits) follow the first eight bytes. */
function linearOf(icc: Buffer, tagName: string): [number, number, number] | null {
  const tags = Math.min(icc.readUInt32BE(128), 200)
  for (let tag = 0; tag < tags; tag++) {
    const entry = 132 + tag * 12
    if (entry + 12 > icc.length) return null
    const offset = icc.readUInt32BE(entry + 4) + 8
    if (icc.toString('latin1', entry, entry + 4) !== tagName) continue
    if (offset + 12 > icc.length) return null
    const [x, y, z] = [0, 4, 8].map((step) => icc.readInt32BE(offset + step) / 65_536)
    const [red, green, blue] = xyzToSrgb.map((row) => row[0] * (x ?? 0) + row[1] * (y ?? 0) + row[2] * (z ?? 0))
    return [red ?? 0, green ?? 0, blue ?? 0]
  }
  return null
}

/** Converts linear Display P3 to linear sRGB, both with the white point D65. */
const p3ToSrgb = [
  [1.2249402, -0.2249402, 0],
  [-0.0420569, 1.0420569, 0],
  [-0.0196376, -0.0786361, 1.0982736],
] as const

/** Larger than the rounding error of 8 bits. */
const tolerance = 0.006
/** A smaller share of pixels outside sRGB is not worth derivatives in Display P3. */
const minShareOutside = 0.5 / 1000

/** Whether enough pixels in Display P3, three bytes each, have colours outside sRGB. */
export function usesWideGamut(pixels: Uint8Array): boolean {
  let outside = 0
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const red = linearValues[pixels[at] ?? 0] ?? 0
    const green = linearValues[pixels[at + 1] ?? 0] ?? 0
    const blue = linearValues[pixels[at + 2] ?? 0] ?? 0
    const inSrgb = p3ToSrgb.map((row) => row[0] * red + row[1] * green + row[2] * blue)
    if (inSrgb.some((value) => value < -tolerance || value > 1 + tolerance)) outside += 1
  }
  return outside > (pixels.length / 3) * minShareOutside
}

const linearValues = Float64Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
})
