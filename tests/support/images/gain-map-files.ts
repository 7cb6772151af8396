import sharp, { type Sharp } from 'sharp'
import { joinGainMap } from '#server/images/gain-map/gain-map-file.ts'
import { toSegment } from '#server/images/gain-map/jpeg-segments.ts'
import { photoFile, rotatedPhoto } from './photo-files.ts'

/** Metadata of a gain map that makes pixels up to four times as bright. */
export const gainMapMetadata = {
  min: [0, 0, 0],
  max: [2, 2, 2],
  gamma: [1, 1, 1],
  offsetSdr: [1 / 64, 1 / 64, 1 / 64],
  offsetHdr: [1 / 64, 1 / 64, 1 / 64],
  capacityMin: 0,
  capacityMax: 2,
}

/** Texts in the EXIF metadata of the image and of its gain map, and in the comment of the gain map. */
export const plantedTexts = ['PlantedMaker', 'PlantedMap', 'PlantedComment', 'GPS']

interface UltraHdrOptions {
  readonly width?: number
  readonly height?: number
  readonly orientation?: number
  readonly changeMap?: (map: Buffer) => Buffer | Promise<Buffer>
  readonly metadata?: typeof gainMapMetadata
}

/** A photo with a gain map of a quarter of its width, whose values rise from the left (0) to the right (255). */
export async function ultraHdrFile({
  width = 600,
  height = 400,
  orientation = 1,
  changeMap = (map) => map,
  metadata = gainMapMetadata,
}: UltraHdrOptions = {}): Promise<Buffer> {
  const photo = await rotatedPhoto(await photoFile({ width, height, as: 'png' }), orientation)
  const withExif = sharp(photo).withExif({
    IFD0: { Make: 'PlantedMaker', Orientation: String(orientation) },
    IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'GPS' },
  })
  const base = await withExif.jpeg({ quality: 90 }).toBuffer()
  const map = await changeMap(await gradient(Math.round(width / 4), Math.round(height / 4), orientation))
  return joinGainMap(base, map, metadata)
}

/** Creates the gain map as a rotated camera stores it. */
async function gradient(width: number, height: number, orientation: number): Promise<Buffer> {
  const values = Buffer.from(
    Array.from({ length: width * height }, (_, index) => ((index % width) * 255) / (width - 1)),
  )
  const upright = await sharp(values, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const stored = sharp(await rotatedPhoto(upright, orientation)).toColourspace('b-w')
  const map = await stored.jpeg({ quality: 95 }).toBuffer()
  const exif = await sharp(map)
    .withExif({ IFD0: { Make: 'PlantedMap' } })
    .jpeg()
    .toBuffer()
  const comment = toSegment(0xfe, 'PlantedComment')
  return Buffer.concat([exif.subarray(0, 2), comment, exif.subarray(2)])
}

/** The file without its gain map, as left by a program that copies only the rest. */
export async function withoutGainMap(file: Buffer): Promise<Buffer> {
  const { gainMap } = await sharp(file).metadata()
  return gainMap ? file.subarray(0, file.indexOf(gainMap.image)) : file
}

/** The gain map in a JPEG as libvips reads it: its pixels are between 0 (black) and 1 (white). */
export async function readMap(jpeg: Uint8Array) {
  const { gainMap } = await sharp(jpeg).metadata()
  if (!gainMap) return null
  const { data, info } = await sharp(gainMap.image).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const [column, row] = [Math.round(x * (info.width - 1)), Math.round(y * (info.height - 1))]
    return (data[(row * info.width + column) * info.channels] ?? 0) / 255
  }
  return { width: info.width, height: info.height, at }
}

/** The functions of sharp that use libultrahdr; its types lack them. */
interface UltraHdrSharp extends Sharp {
  keepGainMap(): Sharp
  withGainMap(): Sharp
}

/** Decodes a JPEG and encodes it again with libultrahdr. */
export function reencode(jpeg: Uint8Array): Promise<Buffer> {
  return (sharp(jpeg) as UltraHdrSharp).keepGainMap().jpeg().toBuffer()
}

/** The brightness of a JPEG on a full HDR screen, as libultrahdr computes it; 1 is SDR white. */
export async function renderHdr(jpeg: Uint8Array): Promise<number[]> {
  const small = (sharp(jpeg) as UltraHdrSharp).withGainMap().resize(8, 2, { fit: 'fill' }).toColourspace('scrgb')
  const { buffer, byteOffset } = await small.raw({ depth: 'float' }).toBuffer()
  return [...new Float32Array(buffer, byteOffset, 48)]
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

/** A JPEG whose header states this size, without the data for it. */
export function withFrameSize(map: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(map)
  const frame = changed.findIndex((byte, index) => byte === 0xff && isFrame(changed[index + 1] ?? 0))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

/** The file with another offset for its gain map in the list of pictures (MPF). */
export function withGainMapOffset(file: Buffer, offset: number): Buffer {
  const changed = Buffer.from(file)
  changed.writeUInt32BE(offset, changed.indexOf('MPF\0') + 4 + 74)
  return changed
}
