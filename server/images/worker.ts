import { setPriority } from 'node:os'
import sharp from 'sharp'
import { done, type Outcome } from '#portfolio/outcome.ts'
import type { Derivative, Examined, Look } from '#portfolio/parts.ts'
import { widthsOf, type DerivativeFormat } from '#portfolio/photo/photo.ts'
import type { Reply } from './children.ts'
import { crop, type Focal, type Size } from './crop.ts'
import { encode } from './encode.ts'
import { lookAt } from './look.ts'
import { damaged, lockDecoders, openOriginal, type Plate } from './original.ts'

/** What `pictures.ts` asks of this process, one thing at a time. */
export type Wish =
  | { readonly verb: 'examine'; readonly path: string }
  | { readonly verb: 'inspect'; readonly path: string }
  | { readonly verb: 'open'; readonly path: string }
  | { readonly verb: 'make'; readonly width: number }
  | { readonly verb: 'crop'; readonly path: string; readonly size: Size; readonly focal: Focal }

/** The picture that was opened last. */
let opened: { plate: Plate; look: Look } | null = null

lockDecoders()
// One thread a child: with two of them, the pages keep the other cores.
sharp.concurrency(1)
// Whoever reads a page comes before whoever makes its pictures.
setPriority(5)
process.on('disconnect', () => process.exit())
process.on('message', (wish: Wish & { id: number }) => {
  void grant(wish).then(
    (value) => answer({ id: wish.id, value }),
    (error: unknown) => answer({ id: wish.id, error: String(error) }),
  )
})

function answer(reply: Omit<Reply, 'held'>): void {
  process.send?.({ ...reply, held: process.memoryUsage.rss() })
}

function grant(wish: Wish): Promise<unknown> {
  switch (wish.verb) {
    case 'examine':
      return examine(wish.path)
    case 'inspect':
      return inspect(wish.path)
    case 'open':
      return openForMaking(wish.path)
    case 'make':
      return make(wish.width)
    case 'crop':
      return crop(wish.path, wish.size, wish.focal)
  }
}

async function examine(path: string): Promise<Outcome<Examined>> {
  const original = await openOriginal(path)
  if (!original.ok) return original
  const { format, width, height, decode } = original.value
  // Only decoding all of it tells a whole picture from one that was cut off.
  const plate = await decode({ width: 1_280, quick: true }).catch(() => null)
  if (!plate) return damaged()
  return done({ format, width, height, ...(await lookAt(plate)) })
}

/** What libvips calls the formats of derivatives: AVIF is a kind of HEIF to it. */
const derivativeOf: Partial<Record<string, DerivativeFormat>> = { heif: 'avif', webp: 'webp', jpeg: 'jpg' }

// Our own file, but one that a disk may have damaged: for as long as this takes, AVIF is read as well.
async function inspect(path: string): Promise<{ format: DerivativeFormat; width: number } | null> {
  const locked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(locked)
  try {
    const image = sharp(path, { failOn: 'warning', sequentialRead: true })
    const { format, width } = await image.metadata()
    await image.stats()
    const known = derivativeOf[format]
    return known ? { format: known, width } : null
  } catch {
    return null
  } finally {
    sharp.block(locked)
  }
}

async function openForMaking(path: string): Promise<Look> {
  opened = null
  const original = await openOriginal(path)
  if (!original.ok) throw new Error(original.message)
  // No larger than what is made of it.
  const plate = await original.value.decode({ width: Math.max(...widthsOf(original.value)) })
  opened = { plate, look: await lookAt(plate) }
  return opened.look
}

async function make(width: number): Promise<Derivative[]> {
  if (!opened) throw new Error('no picture is open')
  return encode(opened.plate, width, opened.look.wide)
}
