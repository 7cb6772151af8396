import type { Result } from '#portfolio/result.ts'
import type { SamplesLeft, SetupScreen, SetupText, Visibility } from '#portfolio/setup/setup.ts'
import type { SavedText, StudioPhoto } from '#portfolio/studio/studio.ts'

/** What every screen of the setup gets. */
export interface SetupProps {
  screen: SetupScreen
  left: readonly SetupScreen[]
  /** Where 'Skip for now' leads. */
  next: string
  visibility: Visibility
  samples: SamplesLeft
  saved: Readonly<Record<SetupText, SavedText>>
  photos: Readonly<Record<'portrait' | 'hero', StudioPhoto | null>>
  /** The refusal of the last form, with the texts as typed and as they are saved now. */
  result:
    | (Result<unknown> & {
        readonly typed?: Readonly<Record<string, string>>
        readonly saved?: Readonly<Record<SetupText, SavedText>>
      })
    | undefined
}
