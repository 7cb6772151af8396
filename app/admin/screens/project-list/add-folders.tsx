import { useEffect, useRef, useState, type ReactNode } from 'react'
import { href } from 'react-router'
import { joinTexts } from '#portfolio/import/plain-folder.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import UnsavedChangesDialog from '#app/admin/forms/unsaved-changes-dialog.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { DropZone } from '#app/admin/uploads/choose-files/drop-zone.tsx'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { readDropped, readPicked, type FolderFile } from '#app/admin/uploads/choose-files/read-folders.ts'
import { isSameFile } from '#app/admin/uploads/missing-file.ts'
import { MissingFiles } from '#app/admin/uploads/missing-files.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import type { AttachPhoto } from '#app/admin/uploads/upload-all.ts'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { Button } from '#app/ui/button.tsx'
import { FolderProgress, type AddedDraft } from './folder-progress.tsx'
import { folderOf, groupFolders, type ChosenFolder } from './group-folders.ts'
import { retryWhenTooOften } from './retry-when-too-often.ts'
import { useStoredFolders } from './use-stored-folders.ts'

/**
 * How many ids of the batch are sent before and after an upload’s own: enough for its whole folder, because a gallery
 * has at most 500 images.
 */
const maxBatchNeighbours = 500

/** Only refused files are listed, so no previews are needed. */
const noPreview = async () => null

interface AddFoldersProps {
  userId: string
  /** The bar above the progress: both stay in view below the list. */
  children: ReactNode
}

/** Creates a draft from each chosen or dropped folder, and uploads the pictures of all of them together. */
export function AddFolders({ userId, children }: AddFoldersProps) {
  const section = useRef<HTMLElement>(null)
  const { queue, items, missing, paused } = useUploadQueue('folders', noPreview)
  const stored = useStoredFolders(queue, userId)
  const { submit } = useActionFetcher<{ id: string; slug: string }>(href('/work'))
  const projectIds = useRef(new Map<string, string>())
  const [state, setState] = useState<'idle' | 'reading' | 'creating' | 'waiting'>('idle')
  const [problems, setProblems] = useState<readonly string[]>([])
  const [drafts, setDrafts] = useState<readonly AddedDraft[]>([])
  const attach: AttachPhoto = ({ file }, uploadId, batch) => {
    const input = new FormData()
    const projectId = projectIds.current.get(folderOf(file)) ?? ''
    for (const [name, value] of Object.entries({ intent: 'add-image', projectId, uploadId })) input.set(name, value)
    const index = batch.indexOf(uploadId)
    for (const id of batch.slice(Math.max(0, index - maxBatchNeighbours), index + maxBatchNeighbours))
      input.append('batch', id)
    return submit(input)
  }
  const { busy, failed, attachedCount, run } = useUploadAll(queue, attach)
  const isAdding = busy || state !== 'idle'
  useUnsavedChanges(isAdding)
  const pageSignal = usePageSignal()
  const retryOptions = () => ({
    signal: pageSignal(),
    onWait: (isWaiting: boolean) => setState(isWaiting ? 'waiting' : 'creating'),
  })

  const addProblem = (problem: string) => setProblems((earlier) => [...earlier, problem])
  const createDraft = async ({ name, texts, images }: ChosenFolder) => {
    const details = joinTexts(await Promise.all(texts.map(async (text) => new Uint8Array(await text.arrayBuffer()))))
    const requestId = stored.requestIdOf(name)
    const input = { intent: 'create-draft', name: name.normalize('NFC'), details, requestId }
    const created = await retryWhenTooOften(retryOptions(), () => submit(input))
    if (!created.ok) {
      // The earlier draft of this folder was deleted; the next attempt creates a new one.
      if (created.code === 'unknown') stored.forget(name)
      return addProblem(`${name}: ${created.message}`)
    }
    projectIds.current.set(name, created.value.id)
    const unfinished = queue.missing().filter((file) => file.name.startsWith(`${name}/`))
    const isAttached = (image: File) => !unfinished.some((file) => isSameFile(file, image))
    queue.add(images, unfinished.length === 0 ? undefined : isAttached)
    setDrafts((earlier) => [...earlier, { slug: created.value.slug, name }])
  }
  const add = async (files: FolderFile[] | Promise<FolderFile[]>) => {
    setState('reading')
    setProblems([])
    setDrafts([])
    try {
      const folders = groupFolders(await files)
      if (folders.length === 0) addProblem('There is no folder among these files.')
      setState('creating')
      for (const folder of folders) if (!pageSignal().aborted) await createDraft(folder)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      addProblem('A file could not be read. Please choose the folders again.')
    } finally {
      setState('idle')
    }
    if (!pageSignal().aborted) await run()
  }
  const refused = items.filter(({ problem }) => problem !== null)
  const hasFailed = failed && !isAdding && refused.length > 0
  return (
    <>
      {isAdding ? <UnsavedChangesDialog /> : null}
      <div className="tool-bars">
        {children}
        <FolderProgress
          upload={isAdding ? { queue, items, paused, busy, isWaiting: state === 'waiting' } : null}
          drafts={drafts}
          imageCount={attachedCount}
          problems={problems}
          failure={hasFailed ? { onShow: () => section.current?.focus() } : null}
        />
      </div>
      <section ref={section} tabIndex={-1} className="tool-add-folders" aria-label="Add folders">
        <DropZone
          message="Drop the folders to create drafts from them."
          onFiles={(_, transfer) => isAdding || void add(readDropped(transfer))}
        />
        <MissingFiles queue={queue} missing={missing} />
        <QueueList queue={queue} items={refused} described={false} />
        {hasFailed && refused.some(canUpload) ? (
          <Button variant="secondary" onClick={() => void run()}>
            Try Again
          </Button>
        ) : null}
        <FilePicker label="Choose folders" folders busy={isAdding} onPick={(files) => void add(readPicked(files))} />
        <p className="tool-hint">
          Each folder becomes a draft: its pictures sorted by name, and the contents of its .txt or .md files as the
          text. <span className="tool-drop-hint">Drop folders anywhere on the page.</span>
        </p>
      </section>
    </>
  )
}

/** Returns a getter for a signal that is aborted when the page is left. */
function usePageSignal(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // In development, Strict Mode mounts components twice, and the first unmount aborts the initial signal.
    controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return () => controller.current.signal
}
