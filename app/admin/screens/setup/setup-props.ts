import type { Result } from '#portfolio/result.ts'
import type { RemainingSamples, SetupScreen, SetupText, Visibility } from '#portfolio/setup/setup.ts'
import type { SavedText, StudioPhoto } from '#portfolio/studio/studio.ts'

export interface SetupProps {
  screen: SetupScreen
  remainingScreens: readonly SetupScreen[]
  /** The URL of the link 'Skip for now'. */
  next: string
  visibility: Visibility
  samples: RemainingSamples
  saved: Readonly<Record<SetupText, SavedText>>
  photos: Readonly<Record<'portrait' | 'hero', StudioPhoto | null>>
  /** The result of the last submission. If it was refused, includes the submitted texts and the saved ones. */
  result:
    | (Result<unknown> & {
        readonly typed?: Readonly<Record<string, string>>
        readonly saved?: Readonly<Record<SetupText, SavedText>>
      })
    | undefined
}
