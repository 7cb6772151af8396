import { expect, test } from 'vitest'
import { formatIso, formatXmp, parseIso, parseXmp } from './gain-map-metadata.ts'

const perChannel = {
  min: [-0.5, 0, 0.25],
  max: [1, 2, 3.5],
  gamma: [1, 0.8, 2.2],
  offsetSdr: [0, 1 / 64, 0.1],
  offsetHdr: [-0.01, 1 / 64, 0.1],
  capacityMin: 0,
  capacityMax: 3.5,
}

test('values written as XMP or ISO 21496-1 are read back unchanged', () => {
  expect(parseXmp(formatXmp(perChannel))).toEqual(perChannel)
  expect(parseIso(formatIso(perChannel))).toEqual(perChannel)
})

test('XMP attributes, which phones write, are read; missing values have the defaults of Ultra HDR', () => {
  const phone =
    '<rdf:Description hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2.3" hdrgm:HDRCapacityMax="2.3"/>'
  expect(parseXmp(phone)).toEqual({
    min: [0, 0, 0],
    max: [2.3, 2.3, 2.3],
    gamma: [1, 1, 1],
    offsetSdr: [1 / 64, 1 / 64, 1 / 64],
    offsetHdr: [1 / 64, 1 / 64, 1 / 64],
    capacityMin: 0,
    capacityMax: 2.3,
  })
})

test('XMP lists over several lines, which Lightroom writes, are read', () => {
  const list = (name: string, ...values: number[]) =>
    `<hdrgm:${name}>\n <rdf:Seq>\n${values.map((value) => `  <rdf:li>${value}</rdf:li>\n`).join('')} </rdf:Seq>\n</hdrgm:${name}>`
  const lightroom =
    '<rdf:Description hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="3" hdrgm:BaseRenditionIsHDR="False">' +
    list('GainMapMin', -0.1, -0.2, -0.3) +
    list('GainMapMax', 3, 2.9, 2.8) +
    list('Gamma', 0.4, 0.5, 0.6)
  expect(parseXmp(lightroom)).toMatchObject({ min: [-0.1, -0.2, -0.3], max: [3, 2.9, 2.8], gamma: [0.4, 0.5, 0.6] })
})

test.each([
  ['without a maximum gain', (xmp: string) => xmp.replaceAll('GainMapMax', 'Other')],
  ['with text in place of a number', (xmp: string) => xmp.replace('HDRCapacityMax="3.5"', 'HDRCapacityMax="a<b"')],
  ['with a gamma of 0', (xmp: string) => xmp.replace('0.8', '0')],
  ['with an infinite gain', (xmp: string) => xmp.replaceAll('3.5', 'Infinity')],
  ['with a smaller maximum than minimum', (xmp: string) => xmp.replace('<rdf:li>2</rdf:li>', '<rdf:li>-1</rdf:li>')],
  ['with an HDR base image', (xmp: string) => xmp.replace('"False"', '"True"')],
])('XMP %s is refused', (_, change) => {
  const xmp = formatXmp(perChannel)
  expect(change(xmp)).not.toBe(xmp)
  expect(parseXmp(change(xmp))).toBeNull()
})

test('ISO 21496-1 metadata that is truncated, has a later version or a denominator of 0 is refused', () => {
  const bytes = formatIso(perChannel)
  for (let length = 0; length < bytes.length; length++) expect(parseIso(bytes.subarray(0, length))).toBeNull()
  const later = Buffer.from(bytes)
  later.writeUInt16BE(1, 0)
  const zero = Buffer.from(bytes)
  zero.writeUInt32BE(0, 9)
  expect([parseIso(later), parseIso(zero)]).toEqual([null, null])
})

test('64 KB of XMP that repeat one text are parsed within 1 s of CPU time', () => {
  const started = process.cpuUsage()
  for (const character of ['<', 'h', ' ', '"', '<hdrgm:Gamma>', 'hdrgm:Gamma=']) {
    expect(parseXmp(character.repeat(65_000 / character.length))).toBeNull()
  }
  const { user, system } = process.cpuUsage(started)
  expect(user + system).toBeLessThan(1_000_000)
})
