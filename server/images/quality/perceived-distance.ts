// oxlint-disable typescript/no-non-null-assertion -- all indexes are within their arrays
import { blur } from './box-blur.ts'

/** An image in sRGB with three bytes per pixel. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
}

/** The values per pixel that all comparisons with one image share. */
export interface Reference {
  readonly width: number
  readonly tone: Float32Array
  /** `tone` without its coarse structure. */
  readonly fine: Float32Array
  /** How much fine detail surrounds a pixel. */
  readonly busy: Float32Array
  /** How visible an error of `tone` is: more in the dark, less where even the least busy place nearby is busy. */
  readonly sensitivity: Float32Array
}

/** Fitted to the 3-norms and error maps of `butteraugli_main`: see docs/decisions/0028. */
const weights = { finest: 4.379, fine: 37.35, middle: 15.53, texture: 0.05043, tone: -0.2322 }
const masking = { smooth: 0.02345, least: 16.72 }
/** A fraction of white, added to luma: in the dark, the eye is less sensitive than the logarithm would say. */
const toneOffset = 0.147

export function toReference(pixels: Pixels): Reference {
  const { width } = pixels
  const tone = toneOf(pixels)
  const coarse = blur(tone, width, [1, 2, 3, 3])
  const fine = tone.map((value, i) => value - coarse[i]!)
  const busy = detailAround(fine, width)
  const sensitivity = leastBusyNearby(busy, width).map((leastBusy, i) => {
    const mask = 1 / (masking.smooth + leastBusy * leastBusy) + masking.least
    return mask * mask * Math.exp(weights.tone * tone[i]!)
  })
  return { width, tone, fine, busy, sensitivity }
}

/**
 * How visible the difference between an image and its compressed version is, on the scale of the 3-norm of
 * `butteraugli_main`: 0 for none, about 1 where it begins to be visible. Counts luma errors in three bands and lost
 * texture, both less where the surroundings are busy. The mean of three norms gives the worst places the most weight.
 */
export function perceivedDistance(reference: Reference, pixels: Pixels): number {
  const { width } = reference
  const finest = toneOf(pixels).map((tone, i) => tone - reference.tone[i]!)
  // Standard deviations of 1.6, 3.3 and 7 pixels. A band is the difference of two blurred images.
  const fine = blur(finest, width, [1, 2])
  const middle = blur(fine, width, [3, 3])
  const coarse = blur(middle, width, [8, 6])
  const busy = detailAround(
    finest.map((difference, i) => reference.fine[i]! + difference - middle[i]!),
    width,
  )
  for (let i = 0; i < finest.length; i++) {
    finest[i]! -= fine[i]!
    fine[i]! -= middle[i]!
    middle[i]! -= coarse[i]!
  }
  const energy = new Float32Array(finest.length)
  addLineEnergy(energy, finest, { width, radius: 3, weight: weights.finest })
  addLineEnergy(energy, fine, { width, radius: 3, weight: weights.fine })
  addLineEnergy(energy, middle, { width, radius: 4, weight: weights.middle })
  return meanNorm(reference, blur(energy, width, [2]), busy)
}

/** The mean of the 3-, 6- and 12-norm of the visible error; `energy` is the square of the error. */
function meanNorm({ busy, sensitivity }: Reference, energy: Float32Array, busyAfter: Float32Array): number {
  let [sum3, sum6, sum12] = [0, 0, 0]
  for (let i = 0; i < energy.length; i++) {
    const lost = busyAfter[i]! - busy[i]!
    // Because running sums are rounded, the energy can be negative where there is no error.
    const visible = (Math.max(0, energy[i]!) + weights.texture * lost * lost) * sensitivity[i]!
    const cube = visible * visible * visible
    sum3 += visible * Math.sqrt(visible)
    sum6 += cube
    sum12 += cube * cube
  }
  const count = energy.length
  return ((sum3 / count) ** (1 / 3) + (sum6 / count) ** (1 / 6) + (sum12 / count) ** (1 / 12)) / 3
}

/** The logarithm of luma: equal steps are about equally visible. */
function toneOf({ data }: Pixels): Float32Array {
  const tone = new Float32Array(data.length / 3)
  for (let i = 0, k = 0; i < tone.length; i++, k += 3) {
    const luma = 0.261 * linear[data[k]!]! + 0.664 * linear[data[k + 1]!]! + 0.088 * linear[data[k + 2]!]!
    tone[i] = Math.log(luma + toneOffset)
  }
  return tone
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const encoded = value / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
})

function detailAround(fine: Float32Array, width: number): Float32Array {
  return blur(
    fine.map((value) => Math.sqrt(Math.abs(value))),
    width,
    [3, 3],
  )
}

/** The minimum of 9 values, 3 pixels apart. */
function leastBusyNearby(busy: Float32Array, width: number): Float32Array {
  const leastBusy = busy.slice()
  for (const step of [3, 3 * width]) {
    const from = leastBusy.slice()
    for (let i = step; i < from.length - step; i++) leastBusy[i] = Math.min(from[i]!, from[i - step]!, from[i + step]!)
  }
  return leastBusy
}

/** Adds the squared means along lines of 2r + 1 pixels in 4 directions: lines and patches are visible, noise is not. */
function addLineEnergy(
  energy: Float32Array,
  band: Float32Array,
  { width, radius, weight }: { width: number; radius: number; weight: number },
): void {
  const scale = weight / (4 * (2 * radius + 1) ** 2)
  const sums = new Float32Array(band.length)
  for (const step of [1, width - 1, width, width + 1]) {
    const reach = radius * step
    const end = band.length - reach
    for (let i = reach; i < reach + step && i < end; i++) {
      let sum = 0
      for (let k = i - reach; k <= i + reach; k += step) sum += band[k]!
      sums[i] = sum
    }
    for (let i = reach + step; i < end; i++) {
      const sum = sums[i - step]! + band[i + reach]! - band[i - reach - step]!
      sums[i] = sum
      energy[i]! += sum * sum * scale
    }
  }
}
