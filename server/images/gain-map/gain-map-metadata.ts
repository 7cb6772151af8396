/** How to apply a gain map. Each list has three values: red, green and blue. */
export interface GainMapMetadata {
  /** Base-2 logarithms of the gain at the values 0 and 1 of the map. */
  readonly min: Channels
  readonly max: Channels
  readonly gamma: Channels
  readonly offsetSdr: Channels
  readonly offsetHdr: Channels
  /** Base-2 logarithms of the display headroom at which the map starts to apply, and at which it applies fully. */
  readonly capacityMin: number
  readonly capacityMax: number
}

type Channels = readonly number[]

const channelKeys = ['min', 'max', 'gamma', 'offsetSdr', 'offsetHdr'] as const
/** The XMP name and the default of each property in Ultra HDR 1.0; `null` if the property is required. */
const xmpNames = {
  min: ['GainMapMin', 0],
  max: ['GainMapMax', null],
  gamma: ['Gamma', 1],
  offsetSdr: ['OffsetSDR', 1 / 64],
  offsetHdr: ['OffsetHDR', 1 / 64],
} as const
/** Above the values of any display or camera; metadata that exceeds these limits is rejected. */
const limits = { stops: 16, gamma: 100, offset: 1 } as const
const denominator = 1_000_000
const flags = { multichannel: 0x80, baseColourSpace: 0x40, commonDenominator: 8, backward: 4 } as const

/** Parses the XMP of a gain map (namespace `hdrgm`); `null` if it is damaged, or if the base image is the HDR image. */
export function parseXmp(xmp: string): GainMapMetadata | null {
  if (/^true$/i.test(valueOf(xmp, 'BaseRenditionIsHDR').trim())) return null
  const channels = channelKeys.map((key) => {
    const [name, fallback] = xmpNames[key]
    return [key, toChannels(numbersIn(valueOf(xmp, name)), fallback)] as const
  })
  const [capacityMin = 0] = numbersIn(valueOf(xmp, 'HDRCapacityMin'))
  const [capacityMax = Number.NaN] = numbersIn(valueOf(xmp, 'HDRCapacityMax'))
  return nullIfInvalid({
    ...(Object.fromEntries(channels) as Pick<GainMapMetadata, ChannelKey>),
    capacityMin,
    capacityMax,
  })
}

type ChannelKey = (typeof channelKeys)[number]

/** The value of the attribute, or the content of the element with its tags replaced by spaces; empty without either. */
function valueOf(xmp: string, name: string): string {
  const attribute = new RegExp(`\\bhdrgm:${name}\\s?=\\s?["']([^"'<]{0,40})["']`).exec(xmp)
  if (attribute) return attribute[1] ?? ''
  const start = xmp.indexOf(`<hdrgm:${name}>`)
  const end = xmp.indexOf(`</hdrgm:${name}>`, start)
  if (start === -1 || end === -1) return ''
  return xmp.slice(start, end).replaceAll(/<[^<>]*>/g, ' ')
}

function numbersIn(text: string): number[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number)
}

function toChannels(values: readonly number[], fallback: number | null): Channels {
  const [first = fallback ?? Number.NaN] = values
  return values.length === 3 ? values : [first, first, first]
}

/** Parses the metadata of ISO 21496-1, annex C.2.2; `null` if it is damaged, or if the base image is the HDR image. */
export function parseIso(bytes: Buffer): GainMapMetadata | null {
  try {
    const flagBits = bytes.readUInt8(4)
    if (bytes.readUInt16BE(0) !== 0 || (flagBits & flags.backward) !== 0) return null
    let at = 5
    const isCommon = (flagBits & flags.commonDenominator) !== 0
    const next = (signed: boolean) => {
      at += 4
      return signed ? bytes.readInt32BE(at - 4) : bytes.readUInt32BE(at - 4)
    }
    const common = isCommon ? next(false) : 0
    const fraction = (signed: boolean) => next(signed) / (isCommon ? common : next(false))
    const [capacityMin, capacityMax] = [fraction(false), fraction(false)]
    const values = Array.from({ length: (flagBits & flags.multichannel) === 0 ? 1 : 3 }, () =>
      channelKeys.map((key) => fraction(key !== 'gamma')),
    )
    const channels = channelKeys.map((key, index) => {
      return [
        key,
        toChannels(
          values.map((channel) => channel[index] ?? Number.NaN),
          null,
        ),
      ] as const
    })
    return nullIfInvalid({
      ...(Object.fromEntries(channels) as Pick<GainMapMetadata, ChannelKey>),
      capacityMin,
      capacityMax,
    })
  } catch {
    return null
  }
}

function nullIfInvalid(metadata: GainMapMetadata): GainMapMetadata | null {
  const { min, max, gamma, offsetSdr, offsetHdr, capacityMin, capacityMax } = metadata
  const isWithin = (value: number, limit: number) => Math.abs(value) <= limit
  const isValid =
    [...min, ...max, capacityMin, capacityMax].every((value) => isWithin(value, limits.stops)) &&
    [...offsetSdr, ...offsetHdr].every((value) => isWithin(value, limits.offset)) &&
    gamma.every((value) => value >= 1 / limits.gamma && value <= limits.gamma) &&
    max.every((value, channel) => value >= (min[channel] ?? value)) &&
    capacityMin >= 0 &&
    capacityMax > capacityMin
  return isValid ? metadata : null
}

export function formatXmp(metadata: GainMapMetadata): string {
  const { capacityMin, capacityMax } = metadata
  const lists = channelKeys.map((key) => {
    const items = metadata[key].map((value) => `<rdf:li>${decimal(value)}</rdf:li>`)
    return `<hdrgm:${xmpNames[key][0]}><rdf:Seq>${items.join('')}</rdf:Seq></hdrgm:${xmpNames[key][0]}>`
  })
  const capacity = `hdrgm:HDRCapacityMin="${decimal(capacityMin)}" hdrgm:HDRCapacityMax="${decimal(capacityMax)}"`
  return xmpPacket(`${capacity} hdrgm:BaseRenditionIsHDR="False"`, lists.join(''))
}

/** An XMP packet with `hdrgm:Version`; `attributes` and `content` may use the namespaces of Ultra HDR. */
export function xmpPacket(attributes: string, content: string): string {
  const namespaces =
    'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" ' +
    'xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
    'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"'
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" ${namespaces} hdrgm:Version="1.0" ${attributes}>${content}</rdf:Description>` +
    '</rdf:RDF></x:xmpmeta>'
  )
}

/** Formats the metadata as in ISO 21496-1, annex C.2.2, with three values per property. */
export function formatIso(metadata: GainMapMetadata): Buffer {
  const { capacityMin, capacityMax } = metadata
  const channels = [0, 1, 2].flatMap((channel) => channelKeys.map((key) => metadata[key][channel] ?? 0))
  const fractions = [capacityMin, capacityMax, ...channels].map((value) => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32BE(Math.round(value * denominator), 0)
    bytes.writeUInt32BE(denominator, 4)
    return bytes
  })
  return Buffer.concat([Buffer.from([0, 0, 0, 0, flags.multichannel | flags.baseColourSpace]), ...fractions])
}

// Six decimals, because `String` writes smaller numbers with an exponent.
function decimal(value: number): string {
  return String(Number(value.toFixed(6)))
}
