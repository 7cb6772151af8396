import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Derivative, ImageAnalysis, ImageProcessor } from '#portfolio/ports.ts'

interface Derived {
  readonly analysis: ImageAnalysis
  readonly widths: readonly (readonly [number, readonly Derivative[]])[]
}

/** Caches derivatives by content and widths: encoding takes up to 1 s and is deterministic. */
export function cacheDerivatives(images: ImageProcessor): ImageProcessor {
  const cache = new Map<string, Derived>()
  return {
    ...images,
    async derive(path, widths, onWidth) {
      const key = `${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')} ${widths.join()}`
      const cached = cache.get(key)
      if (cached) {
        for (const [width, derivatives] of cached.widths) await onWidth(width, derivatives)
        return cached.analysis
      }
      const derived: [number, readonly Derivative[]][] = []
      const analysis = await images.derive(path, widths, async (width, derivatives) => {
        derived.push([width, derivatives])
        await onWidth(width, derivatives)
      })
      cache.set(key, { analysis, widths: derived })
      return analysis
    },
  }
}
