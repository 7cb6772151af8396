import type { Crop } from './proportions.ts'

/** A crop that is being made, or is no longer used. `since` is when making it began, or when it was last used. */
export interface FormerCrop {
  readonly name: string
  /** ISO 8601 in UTC. */
  readonly since: string
}

export function parseCrops(column: string): Crop[] {
  // Only `derive` and repairs write the column.
  return JSON.parse(column) as Crop[]
}

export function parseFormerCrops(column: string): FormerCrop[] {
  return JSON.parse(column) as FormerCrop[]
}

/** The column `formerCrops` with `crops` added, which have been unused since `since`. */
export function addFormerCrops(column: string, crops: readonly Pick<Crop, 'name'>[], since: string): string {
  const others = parseFormerCrops(column).filter(({ name }) => crops.every((crop) => crop.name !== name))
  return JSON.stringify([...others, ...crops.map(({ name }) => ({ name, since }))])
}
