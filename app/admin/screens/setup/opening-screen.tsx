import type { Visibility } from '#portfolio/setup/setup.ts'
import { SetupForm } from './setup-form.tsx'
import type { SetupProps } from './setup-props.ts'

const states: Readonly<Record<Visibility, string>> = {
  open: 'The site is now open.',
  unlisted: 'Until you decide, anyone with the address can see the site, and search engines are asked not to list it.',
  closed: 'The site is now closed.',
}

export function OpeningScreen({ visibility, result, next }: SetupProps) {
  return (
    <>
      <p>When it is open, everyone sees the site, and search engines may list it.</p>
      <p>
        When it is closed, visitors see ‘Opening soon’ with the studio’s name, the city and a link to the contact form.
        You see and edit everything, and open the site when it is ready.
      </p>
      <p>{states[visibility]}</p>
      <p>The rest is on the pages themselves: your biography on ‘About’, your first project at ‘Create’.</p>
      <SetupForm
        buttons={[
          ['open', 'Open the site'],
          ['close', 'Keep it closed'],
        ]}
        next={next}
        result={result}
      />
    </>
  )
}
