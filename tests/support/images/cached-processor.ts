import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Derivative, DerivativeSize, DerivedAnalysis, ImageProcessor } from '#portfolio/ports.ts'

interface Derived {
  readonly analysis: DerivedAnalysis
  readonly sizes: readonly (readonly [DerivativeSize, readonly Derivative[]])[]
}

/** Caches derivatives by content, sizes and options: encoding takes up to 1 s and is deterministic. */
export function cacheDerivatives(images: ImageProcessor): ImageProcessor {
  const cache = new Map<string, Derived>()
  return {
    ...images,
    async derive(path, sizes, onMade, options) {
      const key = `${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')} ${JSON.stringify([sizes, options])}`
      const cached = cache.get(key)
      if (cached) {
        for (const [size, derivatives] of cached.sizes) if ((await onMade(size, derivatives)) === 'stop') break
        return cached.analysis
      }
      const derived: [DerivativeSize, readonly Derivative[]][] = []
      const analysis = await images.derive(
        path,
        sizes,
        async (size, derivatives) => {
          derived.push([size, derivatives])
          return onMade(size, derivatives)
        },
        options,
      )
      if (derived.length === sizes.length) cache.set(key, { analysis, sizes: derived })
      return analysis
    },
  }
}
