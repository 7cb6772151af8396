import { createRequire } from 'node:module'
import { refused, type Outcome } from '#portfolio/outcome.ts'
import type { Derivative, Examined, Look, Pictures } from '#portfolio/parts.ts'
import { ChildLost, openChildren } from './children.ts'
import type { Wish } from './worker.ts'

/** What the children that decode are held to. Tests hand in others. */
export interface Bounds {
  /** What one of them may allocate. */
  readonly memoryBytes: number
  /** How long decoding one picture may take. */
  readonly decodeMs: number
  /** How long making the derivatives of one width may take. */
  readonly makeMs: number
}

// Node reserves 0.6 GB for code that it never writes. The worst that is taken (48 megapixels of HEIC, 64 of PNG with
// 16 bits, a derivative of 26) fills 0.75 GB; making it takes 10 s, 3.5 of them for one width.
const bounds: Bounds = {
  memoryBytes: 2048 * 1024 * 1024,
  decodeMs: 30_000,
  makeMs: 120_000,
}
const atOnce = 2

/**
 * The image machine. Strangers' bytes are decoded in child processes under limits of memory and time, two at once:
 * a file that ends its child is refused, and the site goes on.
 */
export function openPictures({ memoryBytes, decodeMs, makeMs }: Bounds = bounds): Pictures {
  // Found as any import is, wherever the bundle with this code stands; Node runs it as it is written.
  const program = createRequire(import.meta.url).resolve('#server/images/worker.ts')
  const children = openChildren({ program, memoryBytes, most: atOnce })
  return {
    examine: async (path) => {
      const wish: Wish = { verb: 'examine', path }
      try {
        return await children.askOnce<Outcome<Examined>>(wish, decodeMs)
      } catch (error) {
        if (!(error instanceof ChildLost)) throw error
        return refused('wrong-type', 'This picture cannot be read.')
      }
    },
    inspect: async (path) => {
      const wish: Wish = { verb: 'inspect', path }
      try {
        return await children.askOnce<Awaited<ReturnType<Pictures['inspect']>>>(wish, decodeMs)
      } catch (error) {
        if (!(error instanceof ChildLost)) throw error
        return null
      }
    },
    crop: (path, size, focal) =>
      children.askOnce<Uint8Array>({ verb: 'crop', path, size, focal } satisfies Wish, makeMs),
    derive: (path, widths, keep) =>
      children.lend(async (ask) => {
        const look = await ask<Look>({ verb: 'open', path } satisfies Wish, decodeMs)
        for (const width of widths) {
          await keep(width, await ask<Derivative[]>({ verb: 'make', width } satisfies Wish, makeMs))
        }
        return look
      }),
  }
}
