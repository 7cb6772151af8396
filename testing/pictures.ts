import type { Parts } from '#portfolio/parts.ts'

/** What an image machine says of a picture at which it has not looked. */
const anyLook = { colour: '#808080', placeholder: '', wide: false } as const

/** Stands in for the image machine: every width is made in no time, and nothing is in it. */
export const deriveNothing: Parts['pictures']['derive'] = async (_, widths, keep) => {
  for (const width of widths) await keep(width, [])
  return anyLook
}
