import type { Ports } from '#portfolio/ports.ts'
import { parseWidths, formatWidths } from './widths-column.ts'
import { encodingsOf, type Encoding, type RecipeVersion } from './derivatives.ts'

interface DerivativeName {
  readonly photoId: string
  readonly recipe: RecipeVersion
  readonly width: number
  readonly encoding: Encoding
}

type QueuePorts = Pick<Ports, 'db' | 'files' | 'now' | 'wake' | 'log'>

/**
 * Queues the width of a derivative whose file is missing or empty; pages do not offer the width until it is derived.
 * Does nothing if the derivative was never recorded, or if the original is missing, which only a backup can restore.
 */
export async function queueMissingDerivative(ports: QueuePorts, derivative: DerivativeName): Promise<void> {
  const photo = await ports.db
    .selectFrom('photos')
    .select(['storageKey', 'wide', 'recipe', 'made'])
    .where('id', '=', derivative.photoId)
    .where('state', '=', 'ready')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!photo || !isRecorded(photo, derivative) || !(await ports.files.stat(photo.storageKey))) return
  const intact = parseWidths(photo.made).filter((width) => width !== derivative.width)
  const { numUpdatedRows } = await ports.db
    .updateTable('photos')
    .set({ state: 'waiting', made: formatWidths(intact), tries: 0, dueAt: ports.now().toISOString() })
    .where('id', '=', derivative.photoId)
    .where('state', '=', 'ready')
    .where('made', '=', photo.made)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  ports.log.warn('a derivative is missing and is derived again', {
    photoId: derivative.photoId,
    width: derivative.width,
  })
  ports.wake()
}

function isRecorded(
  { made, wide, recipe }: { readonly made: string; readonly wide: number; readonly recipe: RecipeVersion },
  derivative: DerivativeName,
): boolean {
  const encodings = encodingsOf({ wide: wide === 1, recipe })
  const { format, gamut } = derivative.encoding
  return (
    recipe === derivative.recipe &&
    parseWidths(made).includes(derivative.width) &&
    encodings.some((encoding) => encoding.format === format && encoding.gamut === gamut)
  )
}
