/** A sector of the studio's own list, such as Retail. */
export interface Sector {
  readonly id: string
  readonly name: string
  readonly version: number
}

export const sectorLimits = { sectors: 20, name: 40 } as const

/** The name in URLs: `hotels-and-bars`. No two sectors have the same; empty for a name without letters and digits. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
