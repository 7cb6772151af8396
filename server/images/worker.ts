import { setPriority } from 'node:os'
import sharp from 'sharp'
import { done, type Result } from '#portfolio/result.ts'
import type {
  Derivative,
  DerivativeSize,
  DerivedAnalysis,
  ExaminedImage,
  ImageAnalysis,
  ImageProcessor,
} from '#portfolio/ports.ts'
import type { IconShape } from '#portfolio/logo/logo.ts'
import { widthsOf, type DerivativeFormat } from '#portfolio/derivative/derivatives.ts'
import type { Reply } from './process-pool.ts'
import { drawIcon } from './draw-icon.ts'
import { cropOpenGraphImage, type FocalPoint, type Size } from './crop-open-graph-image.ts'
import { encode, type Qualities } from './encode.ts'
import { hasGainMap, readGainMap, type GainMap } from '#server/images/gain-map/gain-map.ts'
import { chooseQualities } from '#server/images/quality/quality.ts'
import { analyse } from './analyse.ts'
import type { MeasuredContrast } from '#portfolio/derivative/contrast-map.ts'
import { measureContrast } from './contrast-map.ts'
import { readEmbeddedTexts } from './embedded-texts.ts'
import { refuseDamaged, restrictDecoders, openOriginal, withAvifDecoder, type DecodedImage } from './decode.ts'

/** A message from `image-processor.ts`. The pool sends one at a time. */
export type WorkerRequest =
  | { readonly type: 'examine'; readonly path: string }
  | { readonly type: 'decodeDerivative'; readonly path: string }
  | { readonly type: 'readTexts'; readonly path: string }
  | { readonly type: 'open'; readonly path: string; readonly measureContrast?: boolean }
  | ({ readonly type: 'derive' } & DerivativeSize)
  | { readonly type: 'crop'; readonly path: string; readonly size: Size; readonly focal: FocalPoint }
  | { readonly type: 'drawIcon'; readonly path: string; readonly shape: IconShape }

type OpenRequest = Extract<WorkerRequest, { readonly type: 'open' }>

/** The image that the latest `open` decoded; `derive` reads it. */
let opened: { image: DecodedImage; analysis: ImageAnalysis; qualities: Qualities; gainMap: GainMap | null } | null =
  null

restrictDecoders()
// One thread per worker leaves the other cores to HTTP requests.
sharp.concurrency(1)
// Image processing must not slow down HTTP requests.
setPriority(10)
process.on('disconnect', () => process.exit())
// A terminal signals the whole process group. The server needs its workers for pending requests, and stops them itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', (input: WorkerRequest & { id: number }) => {
  void handle(input).then(
    (value) => reply({ id: input.id, value }),
    (error: unknown) => reply({ id: input.id, error: String(error) }),
  )
})

function reply(result: Omit<Reply, 'memoryBytes'>): void {
  process.send?.({ ...result, memoryBytes: process.memoryUsage.rss() } satisfies Reply)
}

function handle(input: WorkerRequest): Promise<unknown> {
  switch (input.type) {
    case 'examine':
      return examine(input.path)
    case 'decodeDerivative':
      return decodeDerivative(input.path)
    case 'readTexts':
      return readEmbeddedTexts(input.path)
    case 'open':
      return openForDeriving(input)
    case 'derive':
      return derive(input)
    case 'crop':
      return cropOpenGraphImage(input.path, input.size, input.focal)
    case 'drawIcon':
      return drawIcon(input.path, input.shape)
  }
}

async function examine(path: string): Promise<Result<ExaminedImage>> {
  const original = await openOriginal(path)
  if (!original.ok) return original
  const { format, width, height, animated, decode } = original.value
  // Only decoding the whole image detects a truncated file.
  const image = await decode({ width: 1_280, quick: true }).catch(() => null)
  if (!image) return refuseDamaged()
  return done({ format, width, height, animated, ...(await analyse(image)) })
}

/** Keyed by libvips' name of the format. */
const derivativeFormatOf: Partial<Record<string, DerivativeFormat>> = { heif: 'avif', webp: 'webp', jpeg: 'jpg' }

async function decodeDerivative(path: string): ReturnType<ImageProcessor['decodeDerivative']> {
  return withAvifDecoder(async () => {
    const image = sharp(path, { failOn: 'warning', sequentialRead: true })
    const { format, width } = await image.metadata()
    await image.stats()
    const known = derivativeFormatOf[format]
    if (!known) return null
    return known === 'jpg' && (await hasGainMap(path))
      ? { format: known, width, gainMap: true }
      : { format: known, width }
  }).catch(() => null)
}

async function openForDeriving({ path, measureContrast: measure }: OpenRequest): Promise<DerivedAnalysis> {
  opened = null
  const original = await openOriginal(path)
  if (!original.ok) throw new Error(original.message)
  const image = await original.value.decode({ width: Math.max(...widthsOf(original.value)) })
  const gainMap = original.value.format === 'jpeg' ? await readGainMap(path, image) : null
  opened = { image, analysis: await analyse(image), qualities: await chooseQualities(image), gainMap }
  const contrast = measure && (await tryMeasureContrast(image))
  return { ...opened.analysis, gainMap: gainMap !== null, ...contrast }
}

/** Returns a failure instead of throwing it: a photo can be shown without its contrast map. */
function tryMeasureContrast(image: DecodedImage): Promise<MeasuredContrast> {
  return measureContrast(image).then(
    (contrastMap) => ({ contrastMap }),
    (error: unknown) => ({ contrastFailure: String(error) }),
  )
}

async function derive(size: DerivativeSize): Promise<Derivative[]> {
  if (!opened) throw new Error('no image is open')
  return encode(opened.image, size, opened.analysis.wide, opened.qualities, opened.gainMap)
}
