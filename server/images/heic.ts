// oxlint-disable no-underscore-dangle -- the names of libheif's C functions begin with an underscore
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** An upright image with one byte per channel, in the colour space of `icc`, Display P3 (`p3`) or sRGB. */
export interface DecodedHeic {
  readonly width: number
  readonly height: number
  /** Four with alpha, which is not premultiplied. */
  readonly channels: 3 | 4
  readonly pixels: Uint8Array
  readonly icc: Uint8Array | null
  /** Whether a code (ISO/IEC 23091-2, 12) instead of a profile declares Display P3. */
  readonly p3: boolean
}

/** The C functions of libheif, compiled to WebAssembly. Pointers are numbers. */
interface Libheif {
  readonly HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    address: number,
    bytes: number,
    options: number,
  ): void
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_has_alpha_channel(handle: number): number
  _heif_image_handle_get_color_profile_type(handle: number): number
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, address: number): void
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, address: number): void
  _heif_decoding_options_alloc(): number
  _heif_decode_image(error: number, handle: number, image: number, space: number, chroma: number, options: number): void
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
}

/** Interleaved RGB, without and with alpha: `heif_colorspace`, `heif_chroma` and `heif_channel`. */
const rgb = { space: 1, chroma: 10, alphaChroma: 11, channel: 10 } as const
/** The offset of `strict_decoding` in struct heif_decoding_options: libheif 1.23, 32-bit pointers. */
const strictDecoding = 21

/** Reads the header of a HEIC image: its upright size in pixels. Throws if the file is damaged, as does `decode`. */
export function openHeic(bytes: Uint8Array) {
  // One module per image: WebAssembly never frees memory.
  const heif = loadHeif()
  const { error, cell } = { error: heif._malloc(64), cell: heif._malloc(64) }
  const heap = () => Buffer.from(heif.HEAPU8.buffer)
  const check = (call: string) => {
    const code = heap().readInt32LE(error)
    if (code !== 0) throw new Error(`libheif: ${call} failed with ${code}.${heap().readInt32LE(error + 4)}`)
  }
  const address = heif._malloc(bytes.length)
  heif.HEAPU8.set(bytes, address)
  const context = heif._heif_context_alloc()
  heif._heif_context_read_from_memory_without_copy(error, context, address, bytes.length, 0)
  check('read')
  heif._heif_context_get_primary_image_handle(error, context, cell)
  check('primary image')
  const handle = heap().readUInt32LE(cell)
  const width = heif._heif_image_handle_get_width(handle)
  const height = heif._heif_image_handle_get_height(handle)

  // `display()` of libheif-js ignores the profile, which every iPhone image has.
  const readProfile = (): Uint8Array | null => {
    const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
    if (size === 0) return null
    const profile = heif._malloc(size)
    heif._heif_image_handle_get_raw_color_profile(error, handle, profile)
    check('profile')
    return heif.HEAPU8.slice(profile, profile + size)
  }
  const isP3 = (): boolean => {
    if (toFourCharacters(heif._heif_image_handle_get_color_profile_type(handle)) !== 'nclx') return false
    heif._heif_image_handle_get_nclx_color_profile(error, handle, cell)
    check('primaries')
    // struct heif_color_profile_nclx: one byte for the version, then the enum of the primaries.
    return heap().readInt32LE(heap().readUInt32LE(cell) + 4) === 12
  }
  const decode = (): DecodedHeic => {
    const options = heif._heif_decoding_options_alloc()
    // Otherwise the missing tiles of a truncated iPhone photo are filled with green.
    heif.HEAPU8[options + strictDecoding] = 1
    const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
    const chroma = channels === 4 ? rgb.alphaChroma : rgb.chroma
    heif._heif_decode_image(error, handle, cell, rgb.space, chroma, options)
    check('decode')
    const image = heap().readUInt32LE(cell)
    const plane = heif._heif_image_get_plane_readonly(image, rgb.channel, cell)
    const stride = heap().readInt32LE(cell)
    const rowBytes = width * channels
    if (plane === 0 || stride < rowBytes) throw new Error('libheif: no pixels')
    const pixels = new Uint8Array(rowBytes * height)
    for (let row = 0; row < height; row++) {
      pixels.set(heif.HEAPU8.subarray(plane + row * stride, plane + row * stride + rowBytes), row * rowBytes)
    }
    const icc = readProfile()
    return { width, height, channels, pixels, icc, p3: icc === null && isP3() }
  }
  return { width, height, decode }
}

function toFourCharacters(code: number): string {
  return String.fromCharCode((code >>> 24) & 255, (code >>> 16) & 255, (code >>> 8) & 255, code & 255)
}

function loadHeif(): Libheif {
  const require = createRequire(import.meta.url)
  const load = require('libheif-js/libheif-wasm/libheif.js') as (options: {
    wasmBinary: Uint8Array
    print: () => void
    printErr: () => void
  }) => Libheif
  const silent = () => {}
  return load({
    wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
    print: silent,
    printErr: silent,
  })
}
