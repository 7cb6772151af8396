import { crc32, deflateSync } from 'node:zlib'

/** Inserts an ICC profile into a PNG. The pixel values stay the same. Decoders ignore a profile that is damaged. */
export function embedIccProfile(png: Buffer, icc: Uint8Array): Buffer {
  // After the signature (8 bytes) and the header (25 bytes): ISO/IEC 15948, 5.6 and 11.3.3.3.
  const headBytes = 8 + 25
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(padded(icc))])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([
    png.subarray(0, headBytes),
    frame.subarray(0, 4),
    body,
    frame.subarray(4),
    png.subarray(headBytes),
  ])
}

/** ICC.1:2022, 7.1 and 7.2.2: the length is a multiple of four and is the first field. libpng requires both. */
function padded(icc: Uint8Array): Buffer {
  const profile = Buffer.alloc(Math.ceil(icc.length / 4) * 4)
  profile.set(icc)
  profile.writeUInt32BE(profile.length, 0)
  return profile
}
