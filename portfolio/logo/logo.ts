import { currentRecipe, photosPath } from '#portfolio/derivative/derivatives.ts'

/** The shape of an icon; `side` is in pixels. */
export interface IconShape {
  readonly side: number
  /** Replaces transparency, and surrounds a transparent logo; `null` keeps transparency. */
  readonly background: string | null
  /** The share of the side that a transparent logo takes, and an opaque one, which has its own background. */
  readonly share: readonly [transparent: number, opaque: number]
}

const whole = { background: null, share: [1, 1] } as const
const pageBackground = '#f6f3ee'

/** iOS shows no transparency; of a maskable icon, only the central circle, 80 % wide, is always visible. */
export const icons = {
  'favicon.ico': { side: 48, ...whole },
  'icon-32.png': { side: 32, ...whole },
  'icon-48.png': { side: 48, ...whole },
  'icon-192.png': { side: 192, ...whole },
  'icon-512.png': { side: 512, ...whole },
  'touch-180.png': { side: 180, background: pageBackground, share: [0.8, 1] },
  'maskable-512.png': { side: 512, background: pageBackground, share: [0.56, 0.72] },
} as const satisfies Record<string, IconShape>

export type IconFile = keyof typeof icons

export function isIconFile(name: string): name is IconFile {
  return Object.hasOwn(icons, name)
}

/** The URL path of an icon: `/photos/{id}/v3/icon-32.png`. A new logo has another id, so the content never changes. */
export function iconPath(logoId: string, file: IconFile): string {
  return `${photosPath}/${logoId}/${currentRecipe}/${file}`
}
