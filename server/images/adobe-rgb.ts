/** Two Exif entries that cameras write instead of a profile: Exif 3.0, 4.6.6.B and C; DCF 2.0, 4.7.2. */
const r03 = { tag: 1, type: 2, count: 4, value: [0x52, 0x30, 0x33, 0] }
const uncalibrated = { tag: 0xa001, type: 3, count: 1, value: [0xff, 0xff] }

/** Whether Exif says that the colours are in Adobe RGB: ColorSpace "uncalibrated", InteroperabilityIndex "R03". */
export function isAdobeRgb(exif: Buffer | undefined): boolean {
  return [true, false].some((isLittleEndian) =>
    [r03, uncalibrated].every(({ tag, type, count, value }) => {
      const entry = Buffer.alloc(8)
      entry.writeUInt16BE(tag)
      entry.writeUInt16BE(type, 2)
      entry.writeUInt32BE(count, 4)
      if (isLittleEndian) {
        entry.subarray(0, 4).swap16()
        entry.subarray(4).swap32()
      }
      return exif?.includes(Buffer.concat([entry, Buffer.from(value)])) === true
    }),
  )
}

/** X, Y and Z with the white point D50: Adobe RGB (1998) Color Image Encoding, 4.3.5.3, with Bradford adaptation. */
const points = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
}
/** 2.19921875 as a fixed-point number with eight fractional bits. */
const gamma = 0x0233

/** An ICC profile for Adobe RGB (ICC.1:2001-04). */
export function adobeRgbProfile(): Buffer {
  const name = 'Compatible with Adobe RGB (1998)\0'
  const description = Buffer.alloc(12 + name.length + 78)
  description.write(`desc\0\0\0\0\0\0\0${String.fromCharCode(name.length)}${name}`, 'latin1')
  const curve = Buffer.from([...Buffer.from('curv\0\0\0\0\0\0\0\x01'), gamma >> 8, gamma & 255, 0, 0])
  const tags: (readonly [string, Buffer])[] = [
    ['desc', description],
    ['cprt', Buffer.from('text\0\0\0\0No copyright\0')],
    ...Object.entries(points).map(([tag, values]) => [tag, point(values)] as const),
    ...['rTRC', 'gTRC', 'bTRC'].map((tag) => [tag, curve] as const),
  ]
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  const bodies: Buffer[] = []
  let offset = 128 + table.length
  for (const [index, [tag, body]] of tags.entries()) {
    table.write(tag, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(offset, 8 + 12 * index)
    table.writeUInt32BE(body.length, 12 + 12 * index)
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    bodies.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header(offset), table, ...bodies])
}

function header(bytes: number): Buffer {
  const head = Buffer.alloc(128)
  head.writeUInt32BE(bytes)
  head.writeUInt32BE(0x0210_0000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  // The illuminant: D50.
  point(points.wtpt).copy(head, 68, 8)
  return head
}

function point(values: readonly number[]): Buffer {
  const body = Buffer.alloc(8 + 4 * values.length)
  body.write('XYZ ', 'latin1')
  for (const [index, value] of values.entries()) body.writeInt32BE(Math.round(value * 65_536), 8 + 4 * index)
  return body
}
