import type { SocialLink } from '#portfolio/social-link/social-link.ts'
import type { StudioText } from '#portfolio/studio/studio.ts'

/** The screens that an admin sees after claiming the site, in order. */
export const setupScreens = ['words', 'pictures', 'samples', 'opening'] as const

export type SetupScreen = (typeof setupScreens)[number]

export function isSetupScreen(name: string): name is SetupScreen {
  return setupScreens.some((screen) => screen === name)
}

/** The next of these screens; `null` after the last. */
export function nextScreen(after: SetupScreen, among: readonly SetupScreen[] = setupScreens): SetupScreen | null {
  return setupScreens.slice(setupScreens.indexOf(after) + 1).find((screen) => among.includes(screen)) ?? null
}

/** Who sees the site: everyone (search engines should not list it while it is `unlisted`), or only admins. */
export type Visibility = 'open' | 'unlisted' | 'closed'

export const setupTexts = ['designerName', 'studioName', 'city', 'email', 'phone'] as const

export type SetupText = (typeof setupTexts)[number]

/** What nobody has changed since the samples were loaded: texts by key, photos by id, projects by name. */
export interface RemainingSamples {
  readonly texts: readonly StudioText[]
  readonly photos: readonly string[]
  readonly projects: readonly string[]
}

/** How to reach the studio; unknown values are empty. */
export interface StudioContact {
  /** City and country. */
  readonly address: string
  readonly phone: string
  readonly email: string
  readonly links: readonly SocialLink[]
}

/** What every page needs: the studio's name and contact details, which pages have content, and who may see the site. */
export interface SiteSummary {
  readonly name: string
  readonly contact: StudioContact
  readonly city: string
  readonly timeZone: string
  readonly logo: string | null
  readonly hasAbout: boolean
  readonly hasValues: boolean
  /** A site without an admin is `unlisted`. */
  readonly visibility: Visibility
  readonly remainingScreens: readonly SetupScreen[]
}
