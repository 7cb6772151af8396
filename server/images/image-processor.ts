import { createRequire } from 'node:module'
import { refused, type Result } from '#portfolio/result.ts'
import type { EmbeddedTexts } from '#portfolio/photo/photo.ts'
import type { Derivative, DerivedAnalysis, ExaminedImage, ImageProcessor } from '#portfolio/ports.ts'
import { openFailureCounter } from './worker-failures.ts'
import { WorkerFailed, openProcessPool } from './process-pool.ts'
import { maxWorkers, processingLimits, type ProcessingLimits } from './worker-limits.ts'
import type { WorkerRequest } from './worker.ts'

type DecodedDerivative = Awaited<ReturnType<ImageProcessor['decodeDerivative']>>

/** A derivative whose decoding fails this many times in a row counts as damaged. */
const maxDecodeAttempts = 3

/** Refuses a file whose worker fails repeatedly. While `shouldYield` returns true, makes derivatives one at a time. */
export function openImageProcessor(
  limits: ProcessingLimits = processingLimits,
  shouldYield: () => boolean = () => false,
): ImageProcessor {
  const { memoryBytes, decodeMs, openMs, deriveMs } = limits
  // Resolved by the `imports` of package.json, so that the bundle also finds the source file, which Node runs directly.
  const program = createRequire(import.meta.url).resolve('#server/images/worker.ts')
  const workers = openProcessPool({ program, memoryBytes, maxWorkers, shouldYield })
  const workerFailures = openFailureCounter()
  return {
    examine: async (path) => {
      const request: WorkerRequest = { type: 'examine', path }
      try {
        const examined = await workers.runOne<Result<ExaminedImage>>(request, decodeMs)
        workerFailures.forget(path)
        return examined
      } catch (error) {
        if (!(error instanceof WorkerFailed) || !workerFailures.countFailure(path, error)) throw error
        workerFailures.forget(path)
        return refused('wrong-type', 'This picture cannot be read.')
      }
    },
    decodeDerivative: async (path) => {
      const request: WorkerRequest = { type: 'decodeDerivative', path }
      for (let attempt = 1; attempt <= maxDecodeAttempts; attempt++) {
        try {
          return await workers.runOne<DecodedDerivative>(request, decodeMs)
        } catch (error) {
          if (!(error instanceof WorkerFailed)) throw error
        }
      }
      return null
    },
    readTexts: (path) => workers.runOne<EmbeddedTexts>({ type: 'readTexts', path } satisfies WorkerRequest, decodeMs),
    crop: (path, size, focal) =>
      workers.runOne<Uint8Array>({ type: 'crop', path, size, focal } satisfies WorkerRequest, deriveMs),
    drawIcon: (path, shape) =>
      workers.runOne<Uint8Array>({ type: 'drawIcon', path, shape } satisfies WorkerRequest, deriveMs),
    derive: async (path, sizes, onMade, options = {}) => {
      try {
        const analysis = await workers.reserve(async (send) => {
          const opened = await send<DerivedAnalysis>({ type: 'open', path, ...options } satisfies WorkerRequest, openMs)
          for (const size of sizes) {
            const derivatives = await send<Derivative[]>({ type: 'derive', ...size } satisfies WorkerRequest, deriveMs)
            if ((await onMade(size, derivatives)) === 'stop') break
          }
          return opened
        })
        workerFailures.forget(path)
        return analysis
      } catch (error) {
        // The caller counts failures itself, but retries indefinitely after a kill, so repeated kills become a failure.
        if (!(error instanceof WorkerFailed && error.killed && workerFailures.countFailure(path, error))) throw error
        throw new WorkerFailed(error.message, false, true)
      }
    },
  }
}
