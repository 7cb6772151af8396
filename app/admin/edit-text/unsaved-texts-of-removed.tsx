import { useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { CopyableTexts } from './copyable-texts.tsx'
import { findUnsavedTexts, listUnsavedTextNames, storeUnsavedTexts } from './unsaved-texts.ts'

interface UnsavedTextsOfRemovedProps {
  /** The prefix of the names of the unsaved drafts. */
  prefix: string
  /** Names of unsaved drafts whose texts can still be edited. */
  except?: readonly string[]
  /** For the message: `value`. */
  noun: string
}

/** The admin's unsaved texts of items, such as values, that have since been removed: to copy or discard. */
export default function UnsavedTextsOfRemoved({ prefix, except = [], noun }: UnsavedTextsOfRemovedProps) {
  const userId = useRootData().person?.userId ?? ''
  const [discarded, setDiscarded] = useState<readonly string[]>([])
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  const excluded = [...except, ...discarded]
  const names = listUnsavedTextNames(userId, prefix).filter((name) => !excluded.includes(name))
  const texts = names.flatMap((name) =>
    Object.entries(findUnsavedTexts({ userId, name }) ?? {}).map(([field, { text }]) => ({ field, text })),
  )
  if (texts.length === 0) return null
  const discard = () => {
    for (const name of names) storeUnsavedTexts({ userId, name }, null)
    setDiscarded([...discarded, ...names])
  }
  return (
    <CopyableTexts
      texts={texts}
      message={`This ${noun} was deleted before you saved. What you wrote is kept here, so that you can copy it.`}
      tools={
        <button type="button" className="tool-link tool-danger" onClick={discard}>
          Discard
        </button>
      }
    />
  )
}
