const sampleBytes = 64 * 1024
const sampleCount = 16

/**
 * A hash of a file's name, size, modification time and samples of its content, to recognise a file chosen again. It
 * includes `scope`, which is where the photo will be attached, because the same file can be added to two projects.
 */
export async function fingerprintOf(file: File, scope: string): Promise<string> {
  const hash = createHash()
  hash.add(new TextEncoder().encode(JSON.stringify([scope, file.name, file.size, file.lastModified])))
  for (const offset of sampleOffsets(file.size)) {
    hash.add(new Uint8Array(await file.slice(offset, offset + sampleBytes).arrayBuffer()))
  }
  return hash.digest()
}

/** The offset of each sample. The samples cover a small file completely. */
export function sampleOffsets(size: number): number[] {
  const last = Math.max(0, size - sampleBytes)
  const step = Math.max(sampleBytes, last / (sampleCount - 1))
  const offsets = Array.from({ length: sampleCount }, (_, index) => Math.round(index * step))
  return [...offsets.filter((offset) => offset < last), last]
}

/**
 * A hash of 128 bits: cyrb53 (public domain, bryc), untruncated, with two seeds. Enough against accidental collisions;
 * admins do not attack their own uploads. `crypto.subtle` is not available in an insecure context.
 */
function createHash() {
  const states = [0x9e3779b9, 0x7f4a7c15].map((seed) => ({ a: 0xdeadbeef ^ seed, b: 0x41c6ce57 ^ seed }))
  return {
    add(bytes: Uint8Array): void {
      for (const state of states) {
        let { a, b } = state
        for (const byte of bytes) {
          a = Math.imul(a ^ byte, 2654435761)
          b = Math.imul(b ^ byte, 1597334677)
        }
        state.a = a
        state.b = b
      }
    },
    digest: () => states.map(({ a, b }) => `${hex(mix(a, b))}${hex(mix(b, a))}`).join(''),
  }
}

function mix(high: number, low: number): number {
  return Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
