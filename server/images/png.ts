import { crc32, deflateSync } from 'node:zlib'

/** The PNG with an ICC profile in it: its pixels stay as they are, and are now read as that profile says. */
export function withProfile(png: Buffer, icc: Uint8Array): Buffer {
  // Behind the signature and the header, which has 25 bytes (ISO/IEC 15948, 5.6 and 11.3.3.3).
  const head = 8 + 25
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([png.subarray(0, head), frame.subarray(0, 4), body, frame.subarray(4), png.subarray(head)])
}
