import type { Fact } from '#portfolio/fact/fact.ts'
import { FactLines, FactList, FactRow } from './fact-list.tsx'

export default function ProjectFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <FactList>
      {facts.map(({ name, lines }) => (
        <FactRow key={name} name={name}>
          <FactLines lines={lines} />
        </FactRow>
      ))}
    </FactList>
  )
}
