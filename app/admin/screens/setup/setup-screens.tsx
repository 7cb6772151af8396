import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { setupScreens, type SetupScreen } from '#portfolio/setup/setup.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { twoDigits } from '#app/ui/two-digits.ts'
import { OpeningScreen } from './opening-screen.tsx'
import { PicturesScreen } from './pictures-screen.tsx'
import { SamplesScreen } from './samples-screen.tsx'
import type { SetupProps } from './setup-props.ts'
import { WordsScreen } from './words-screen.tsx'

const screens: Readonly<
  Record<SetupScreen, { name: string; heading: string; Screen: (props: SetupProps) => ReactNode }>
> = {
  words: { name: 'Words', heading: 'Your words', Screen: WordsScreen },
  pictures: { name: 'Pictures', heading: 'Your pictures', Screen: PicturesScreen },
  samples: { name: 'Samples', heading: 'The samples', Screen: SamplesScreen },
  opening: { name: 'Opening', heading: 'Open or closed', Screen: OpeningScreen },
}

/** One of the setup screens, which follow the claim. Each can be skipped. */
export default function SetupScreens(props: SetupProps) {
  const { heading, Screen } = screens[props.screen]
  return (
    <div className="tool-setup">
      <AdminStyles />
      <nav aria-label="Setup">
        <ol className="tool-setup-steps">
          {setupScreens.map((screen, index) => (
            <li key={screen}>
              <Link to={href('/setup/:screen', { screen })} aria-current={screen === props.screen ? 'step' : undefined}>
                <span aria-hidden>
                  {props.remainingScreens.includes(screen) ? twoDigits(index + 1) : <CheckMark />}
                </span>
                {screens[screen].name}
                {props.remainingScreens.includes(screen) ? null : <span className="visually-hidden"> (done)</span>}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="tool-setup-screen">
        <h1>{heading}</h1>
        <Screen {...props} />
      </div>
    </div>
  )
}

function CheckMark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M2 8.5 6 12.5 14 3.5" />
    </svg>
  )
}
