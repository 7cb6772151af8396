import type { Ports } from '#portfolio/ports.ts'
import { parseWidths, formatWidths } from './made-column.ts'
import { encodingsOf, type Encoding, type RecipeVersion } from './derivatives.ts'

/** One derivative, as its URL names it. */
interface DerivativeName {
  readonly photoId: string
  readonly recipe: RecipeVersion
  readonly width: number
  readonly encoding: Encoding
}

type QueuePorts = Pick<Ports, 'db' | 'files' | 'now' | 'wake' | 'log'>

/**
 * Queues the width of a derivative that was recorded but is missing or empty; pages do not offer the width meanwhile. Does
 * nothing for a name that was never recorded, and without the original, which only a backup can bring back.
 */
export async function queueLostDerivative(ports: QueuePorts, lost: DerivativeName): Promise<void> {
  const photo = await ports.db
    .selectFrom('photos')
    .select(['storageKey', 'wide', 'recipe', 'made'])
    .where('id', '=', lost.photoId)
    .where('state', '=', 'ready')
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!photo || !isRecorded(photo, lost) || !(await ports.files.stat(photo.storageKey))) return
  const intact = parseWidths(photo.made).filter((width) => width !== lost.width)
  const { numUpdatedRows } = await ports.db
    .updateTable('photos')
    .set({ state: 'waiting', made: formatWidths(intact), tries: 0, dueAt: ports.now().toISOString() })
    .where('id', '=', lost.photoId)
    .where('state', '=', 'ready')
    .where('made', '=', photo.made)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  ports.log.warn('a derivative is missing and is derived again', { photoId: lost.photoId, width: lost.width })
  ports.wake()
}

function isRecorded(
  { made, wide, recipe }: { readonly made: string; readonly wide: number; readonly recipe: RecipeVersion },
  lost: DerivativeName,
): boolean {
  const encodings = encodingsOf({ wide: wide === 1, recipe })
  const { format, gamut } = lost.encoding
  return (
    recipe === lost.recipe &&
    parseWidths(made).includes(lost.width) &&
    encodings.some((encoding) => encoding.format === format && encoding.gamut === gamut)
  )
}
