/** The channels of a pixel (0 to 255), linear light (0 to 1), or L*, a* and b*. */
export type Triple = readonly [number, number, number]

/** The colour spaces of derivatives. */
export type Gamut = 'srgb' | 'p3'

/** From linear light to XYZ with the white point D65 (IEC 61966-2-1; SMPTE EG 432-1). */
const toXyz = {
  srgb: [
    [0.4123908, 0.3575843, 0.1804808],
    [0.212639, 0.7151687, 0.0721923],
    [0.0193308, 0.1191948, 0.9505322],
  ],
  p3: [
    [0.4865709, 0.2656677, 0.1982173],
    [0.2289746, 0.6917385, 0.0792869],
    [0, 0.0451134, 1.0439444],
  ],
} as const

const fromXyzToSrgb = [
  [3.2409699, -1.5373832, -0.4986108],
  [-0.9692436, 1.8759675, 0.0415551],
  [0.0556301, -0.203977, 1.0569715],
] as const

const white = [0.9504559, 1, 1.0890578] as const

/** Converts a pixel to CIE L*a*b* with the white point D65. */
export function toLab(pixel: Triple, gamut: Gamut): Triple {
  const light = pixel.map((value) => toLinear(value / 255))
  const [x, y, z] = multiply(toXyz[gamut], light).map((value, n) => root(value / (white[n] ?? 1)))
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))]
}

/** Converts a Display P3 pixel to sRGB and clips each channel, as an sRGB screen does. */
export function clipToSrgb(pixel: Triple): Triple {
  const light = multiply(
    fromXyzToSrgb,
    multiply(
      toXyz.p3,
      pixel.map((value) => toLinear(value / 255)),
    ),
  )
  const [r = 0, g = 0, b = 0] = light.map((value) => 255 * toEncoded(Math.min(Math.max(value, 0), 1)))
  return [r, g, b]
}

/** The CIEDE2000 difference between two colours (ISO/CIE 11664-6); 1 is just noticeable. */
export function colourDifference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 1 + (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7))) / 2
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)]
  const [h1, h2] = [hue(a1 * g, b1), hue(a2 * g, b2)]
  const hueDifference = c1 * c2 === 0 ? 0 : shortestAngle(h2 - h1)
  const [dL, dC, dH] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * sin(hueDifference / 2)]
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = c1 * c2 === 0 ? h1 + h2 : h1 + hueDifference / 2
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const [sC, sH] = [1 + 0.045 * c, 1 + 0.015 * c * t]
  const meanHue = (h + 720) % 360
  const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * sin(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)))
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rotation * (dC / sC) * (dH / sH))
}

function multiply(rows: readonly Triple[], vector: readonly number[]): number[] {
  return rows.map((row) => row.reduce((sum, value, n) => sum + value * (vector[n] ?? 0), 0))
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function toEncoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

function root(value: number): number {
  return value > 216 / 24_389 ? Math.cbrt(value) : (value * (24_389 / 27) + 16) / 116
}

function hue(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360
}

function shortestAngle(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

const sin = (degrees: number) => Math.sin(degrees * (Math.PI / 180))
const cos = (degrees: number) => Math.cos(degrees * (Math.PI / 180))
