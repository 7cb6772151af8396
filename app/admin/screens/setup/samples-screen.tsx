import { SetupForm } from './setup-form.tsx'
import type { SetupProps } from './setup-props.ts'

export function SamplesScreen({ samples: { texts, photos, projects }, remainingScreens, result, next }: SetupProps) {
  if (projects.length === 0 && !remainingScreens.includes('samples'))
    return (
      <>
        <p>There are no sample projects.</p>
        <SetupForm buttons={[]} next={next} result={result} />
      </>
    )
  const hasOtherSamples = texts.length + photos.length > 0
  return (
    <>
      <p>
        {projects.length === 0
          ? 'There are no sample projects left.'
          : `The site came with ${projects.length === 1 ? 'a sample project' : `${projects.length} sample projects`}: ${projects.join(', ')}.`}
      </p>
      <p>
        Drafts are visible only to you, and show how a project can look. Projects that you have edited stay as they are.
        {hasOtherSamples
          ? ' Sample words and pictures that you have not replaced are removed from the other pages either way.'
          : ''}
      </p>
      <SetupForm
        buttons={[
          ['remove-samples', 'Remove sample projects'],
          ['keep-samples', 'Keep sample projects as drafts'],
        ]}
        next={next}
        result={result}
      />
    </>
  )
}
