import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatsOf, widthsOf } from '#portfolio/derivative/derivatives.ts'
import { cropArea } from '#portfolio/derivative/proportions.ts'
import type { DerivativeSize } from '#portfolio/ports.ts'
import { openOriginal } from '#server/images/decode.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { chooseQualities } from '#server/images/quality/quality.ts'
import { enlargedSample } from './enlarged-sample.ts'
import type { Measurement, PartOptions } from './measurement.ts'

// Measures the time to create all derivatives of a 24-megapixel JPEG and of its crop for cards, in turn in the site's
// worker and with sharp alone, each in a new process.

const maxRatio = 1.15
const crop = '4x5-50-50'

export async function measureDerivatives({ rounds, report }: PartOptions): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-derivatives-'))
  try {
    const path = join(folder, 'original.jpg')
    await writeFile(path, await enlargedSample('bookshop-cafe/02-ladder', 4_000, 6_000))
    const work = await planWork(path)
    const [site, sharpAlone]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      sharpAlone.push(await timeBareSharp(work))
      site.push(await timeWorker(work.path, work.sizes))
      report(`round ${round + 1}: worker ${seconds(site.at(-1))}, sharp alone ${seconds(sharpAlone.at(-1))}`)
    }
    const files = work.sizes.reduce((count, { formats }) => count + formats.length, 0)
    const peers = { 'sharp alone': sharpAlone }
    return [
      { label: `24 megapixels, ${files} files, ms`, site, peers, limit: { atMost: maxRatio, ofPeer: 'sharp alone' } },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The files to create from the photo at `path`, and the qualities that the worker chooses for it. */
async function planWork(path: string) {
  const original = await openOriginal(path)
  if (!original.ok) throw new Error(original.message)
  const { width, height, decode } = original.value
  const widths = widthsOf({ width, height })
  const area = cropArea({ width, height }, crop)
  const sizes: DerivativeSize[] = [
    ...widths.map((each) => ({ width: each, crop: null, formats: formatsOf({ width }, each) })),
    ...widthsOf(area).map((each): DerivativeSize => ({ width: each, crop, formats: ['avif'] })),
  ]
  const qualities = await chooseQualities(await decode({ width: Math.max(...widths) }))
  return { path, width: Math.max(...widths), sizes, qualities }
}

async function timeWorker(path: string, sizes: readonly DerivativeSize[]): Promise<number> {
  const images = openImageProcessor()
  const startedAt = performance.now()
  await images.derive(path, sizes, async () => {})
  return performance.now() - startedAt
}

async function timeBareSharp(work: object): Promise<number> {
  const child = fork(join(import.meta.dirname, 'derivatives/bare-sharp.ts'))
  const startedAt = performance.now()
  await once(child, 'message')
  child.send(work)
  await once(child, 'exit')
  return performance.now() - startedAt
}

function seconds(ms = NaN): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
