import { href, Link } from 'react-router'
import { useRootData } from '#app/use-root-data.ts'
import { CopyableTexts } from './copyable-texts.tsx'
import { findUnsavedTextsInTab } from './unsaved-texts.ts'

/** Replaces the editor if the session ends or the admin role is revoked during editing. Not shown to other accounts. */
export default function UnsavedDraftMessage({ draftName }: { draftName: string }) {
  const { person } = useRootData()
  const draft = findUnsavedTextsInTab(draftName, person?.userId ?? null)
  if (!draft) return null
  const texts = Object.entries(draft).map(([field, { text }]) => ({ field, text }))
  return (
    <CopyableTexts
      texts={texts}
      message={
        <>
          You can no longer edit here. What you wrote is kept here, so that you can copy it.{' '}
          {person ? null : (
            <Link to={href('/login')} target="_blank">
              Log in again
            </Link>
          )}
        </>
      }
    />
  )
}
