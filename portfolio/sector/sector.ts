/** A sector of the studio's own list, such as Retail. No two names have the same slug, which URLs contain. */
export interface Sector {
  readonly id: string
  readonly name: string
  readonly version: number
}

/** `sectors` is the maximum number of sectors; `name` is the maximum length of a name in code points. */
export const sectorLimits = { sectors: 20, name: 40 } as const
