// oxlint-disable typescript/no-non-null-assertion -- all indexes are within their arrays

/** Averages squares of 2r + 1 pixels a side, for each radius in turn. Repeats border pixels beyond the border. */
export function blur(source: Float32Array, width: number, radii: readonly number[]): Float32Array {
  return radii.reduce((from, radius) => blurColumns(blurRows(from, width, radius), width, radius), source)
}

function blurRows(from: Float32Array, width: number, radius: number): Float32Array {
  const out = new Float32Array(from.length)
  const scale = 1 / (2 * radius + 1)
  for (let first = 0; first < from.length; first += width) {
    const last = first + width - 1
    let sum = from[first]! * (radius + 1)
    for (let k = 1; k <= radius; k++) sum += from[Math.min(first + k, last)]!
    for (let i = first; i <= last; i++) {
      out[i] = sum * scale
      const entering = i + radius < last ? i + radius + 1 : last
      const leaving = i - radius > first ? i - radius : first
      sum += from[entering]! - from[leaving]!
    }
  }
  return out
}

// Row by row with one sum per column: going down each column would miss the processor's cache.
function blurColumns(from: Float32Array, width: number, radius: number): Float32Array {
  const out = new Float32Array(from.length)
  const scale = 1 / (2 * radius + 1)
  const lastRow = from.length - width
  const sums = new Float64Array(width)
  for (let x = 0; x < width; x++) sums[x] = from[x]! * (radius + 1)
  for (let k = 1; k <= radius; k++) {
    const row = Math.min(k * width, lastRow)
    for (let x = 0; x < width; x++) sums[x]! += from[row + x]!
  }
  for (let row = 0; row <= lastRow; row += width) {
    const entering = Math.min(row + (radius + 1) * width, lastRow)
    const leaving = Math.max(row - radius * width, 0)
    for (let x = 0; x < width; x++) {
      out[row + x] = sums[x]! * scale
      sums[x]! += from[entering + x]! - from[leaving + x]!
    }
  }
  return out
}
