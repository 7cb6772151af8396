const sampleBytes = 64 * 1024
const samples = 16

/**
 * Tells a file that is chosen again from any other one: its name, size and age, and samples of its content from the
 * first byte to the last. `scope` is where it is to hang: the same file may go to two projects.
 */
export async function fingerprintOf(file: File, scope: string): Promise<string> {
  const hash = createHash()
  hash.add(new TextEncoder().encode(JSON.stringify([scope, file.name, file.size, file.lastModified])))
  for (const start of startsOf(file.size)) {
    hash.add(new Uint8Array(await file.slice(start, start + sampleBytes).arrayBuffer()))
  }
  return hash.read()
}

/** Where the samples begin; of a small file they cover all of it. */
export function startsOf(size: number): number[] {
  const last = Math.max(0, size - sampleBytes)
  const step = Math.max(sampleBytes, last / (samples - 1))
  const starts = Array.from({ length: samples }, (_, sample) => Math.round(sample * step)).filter(
    (start) => start < last,
  )
  return [...starts, last]
}

/**
 * 106 bits, of two runs of cyrb53 (public domain, bryc) from different seeds. Against mix-ups, not against attacks:
 * they are the admin's own files. The browser's own hashes are missing where a site is not served over HTTPS.
 */
function createHash() {
  const lanes = [0x9e3779b9, 0x7f4a7c15].map((seed) => ({ a: 0xdeadbeef ^ seed, b: 0x41c6ce57 ^ seed }))
  return {
    add(bytes: Uint8Array): void {
      for (const lane of lanes) {
        let { a, b } = lane
        for (const byte of bytes) {
          a = Math.imul(a ^ byte, 2654435761)
          b = Math.imul(b ^ byte, 1597334677)
        }
        lane.a = a
        lane.b = b
      }
    },
    read: () => lanes.map(({ a, b }) => `${hex(mix(a, b))}${hex(mix(b, a))}`).join(''),
  }
}

function mix(one: number, other: number): number {
  return Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
