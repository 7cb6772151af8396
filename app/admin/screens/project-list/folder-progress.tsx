import { href, Link } from 'react-router'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import type { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'

export interface AddedDraft {
  readonly slug: string
  readonly name: string
}

interface FolderProgressProps {
  /** `null` while no folder is being added. `busy` while uploading; `isWaiting` while the rate limit delays drafts. */
  upload:
    | (Pick<ReturnType<typeof useUploadQueue>, 'queue' | 'items' | 'paused'> & { busy: boolean; isWaiting: boolean })
    | null
  drafts: readonly AddedDraft[]
  imageCount: number
  /** Why folders were not added. */
  problems: readonly string[]
  /** Set if files were refused; `onShow` shows them. */
  failure: { onShow: () => void } | null
}

/** How many drafts and problems are listed, so that the bar does not cover the list. */
const maxNamed = 3

const waitingMessage =
  'Waiting for up to a minute, because many changes were made. The remaining drafts will follow automatically.'

export function FolderProgress({ upload, drafts, imageCount, problems, failure }: FolderProgressProps) {
  return (
    <div className="tool-undo">
      <div className="tool-row">
        <StatusMessage>{upload ? describeWork(upload) : describeAdded(drafts.length, imageCount)}</StatusMessage>
        {upload ? null : <DraftLinks drafts={drafts} />}
      </div>
      {upload?.busy ? <UploadProgress {...upload} /> : null}
      {problems.slice(0, maxNamed).map((problem, index) => (
        <FailureMessage key={index} message="Failed to add a folder" reason={problem} />
      ))}
      {problems.length > maxNamed ? <p className="tool-error">{andMore(problems.length)} were not added.</p> : null}
      {failure ? (
        <>
          <FailureMessage message="Failed to upload images" />
          <button type="button" className="tool-link" onClick={failure.onShow}>
            Show the files
          </button>
        </>
      ) : null}
    </div>
  )
}

function describeWork({ busy, isWaiting }: { busy: boolean; isWaiting: boolean }): string {
  if (busy) return 'Uploading Image...'
  return isWaiting ? waitingMessage : 'Creating drafts...'
}

function DraftLinks({ drafts }: { drafts: readonly AddedDraft[] }) {
  return (
    <>
      {drafts.slice(0, maxNamed).map(({ slug, name }) => (
        <Link key={slug} to={href('/projects/:slug', { slug })} className="tool-link">
          <bdi>{name}</bdi>
        </Link>
      ))}
      {drafts.length > maxNamed ? <span>{andMore(drafts.length)} at the end of the list</span> : null}
    </>
  )
}

function andMore(count: number): string {
  return `and ${count - maxNamed} more`
}

function describeAdded(drafts: number, images: number): string | null {
  if (drafts === 0) return null
  return `${drafts === 1 ? '1 draft' : `${drafts} drafts`} with ${images === 1 ? '1 image' : `${images} images`} added.`
}
