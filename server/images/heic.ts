// oxlint-disable no-underscore-dangle -- so the compiler of libheif has named its functions
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** An upright picture as libheif decodes it: three bytes a pixel, in the colour space that `icc` or `p3` name. */
export interface DecodedHeic {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly icc: Uint8Array | null
  /** Display P3 said by number (ISO/IEC 23091-2, 12) instead of by profile. */
  readonly p3: boolean
}

/** libheif as its authors compiled it to WebAssembly: the C functions, addresses as numbers. */
interface Heif {
  readonly HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    at: number,
    bytes: number,
    options: number,
  ): void
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_get_color_profile_type(handle: number): number
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, at: number): void
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, at: number): void
  _heif_decode_image(error: number, handle: number, image: number, space: number, chroma: number, options: number): void
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
}

/** What is written behind `ftyp` by HEVC still pictures (ISO/IEC 23008-12, annex B.4). */
const brands = ['heic', 'heix', 'heim', 'heis']
const rgb = { space: 1, chroma: 10, channel: 10 } as const

/** Whether a file that begins so is a HEIC picture. */
export function isHeic(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let at = 8; at + 4 <= end; at += 4) if (brands.includes(head.toString('latin1', at, at + 4))) return true
  return false
}

/** Reads the head of a HEIC picture: the size of what it shows, upright. Throws when that cannot be read. */
export function openHeic(bytes: Uint8Array) {
  // A module of its own for each picture: WebAssembly never gives memory back.
  const heif = loadHeif()
  const { error, cell } = { error: heif._malloc(64), cell: heif._malloc(64) }
  const heap = () => Buffer.from(heif.HEAPU8.buffer)
  const check = (call: string) => {
    const code = heap().readInt32LE(error)
    if (code !== 0) throw new Error(`libheif: ${call} answers ${code}.${heap().readInt32LE(error + 4)}`)
  }
  const at = heif._malloc(bytes.length)
  heif.HEAPU8.set(bytes, at)
  const context = heif._heif_context_alloc()
  heif._heif_context_read_from_memory_without_copy(error, context, at, bytes.length, 0)
  check('read')
  heif._heif_context_get_primary_image_handle(error, context, cell)
  check('primary image')
  const handle = heap().readUInt32LE(cell)
  const width = heif._heif_image_handle_get_width(handle)
  const height = heif._heif_image_handle_get_height(handle)

  // Its `display()` would drop the profile, and with it the colours of every iPhone.
  const readProfile = (): Uint8Array | null => {
    const size = heif._heif_image_handle_get_raw_color_profile_size(handle)
    if (size === 0) return null
    const profile = heif._malloc(size)
    heif._heif_image_handle_get_raw_color_profile(error, handle, profile)
    check('profile')
    return heif.HEAPU8.slice(profile, profile + size)
  }
  const isP3 = (): boolean => {
    if (typeAt(heif._heif_image_handle_get_color_profile_type(handle)) !== 'nclx') return false
    heif._heif_image_handle_get_nclx_color_profile(error, handle, cell)
    check('primaries')
    // struct heif_color_profile_nclx: a byte of version, then the primaries as an enum.
    return heap().readInt32LE(heap().readUInt32LE(cell) + 4) === 12
  }
  const decode = (): DecodedHeic => {
    heif._heif_decode_image(error, handle, cell, rgb.space, rgb.chroma, 0)
    check('decode')
    const image = heap().readUInt32LE(cell)
    const plane = heif._heif_image_get_plane_readonly(image, rgb.channel, cell)
    const stride = heap().readInt32LE(cell)
    if (plane === 0 || stride < width * 3) throw new Error('libheif: no pixels')
    const pixels = new Uint8Array(width * height * 3)
    for (let row = 0; row < height; row++) {
      pixels.set(heif.HEAPU8.subarray(plane + row * stride, plane + row * stride + width * 3), row * width * 3)
    }
    const icc = readProfile()
    return { width, height, pixels, icc, p3: icc === null && isP3() }
  }
  return { width, height, decode }
}

function typeAt(code: number): string {
  return String.fromCharCode((code >>> 24) & 255, (code >>> 16) & 255, (code >>> 8) & 255, code & 255)
}

function loadHeif(): Heif {
  const require = createRequire(import.meta.url)
  const load = require('libheif-js/libheif-wasm/libheif.js') as (given: {
    wasmBinary: Uint8Array
    print: () => void
    printErr: () => void
  }) => Heif
  const silent = () => {}
  return load({
    wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
    print: silent,
    printErr: silent,
  })
}
