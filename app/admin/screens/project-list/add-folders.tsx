import { useRef, useState } from 'react'
import { href } from 'react-router'
import { joinTexts } from '#portfolio/import/plain-folder.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { DropZone } from '#app/admin/uploads/choose-files/drop-zone.tsx'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { isSameFile } from '#app/admin/uploads/missing-file.ts'
import { MissingFiles } from '#app/admin/uploads/missing-files.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import type { AttachPhoto } from '#app/admin/uploads/upload-all.ts'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { Button } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { folderOf, groupFolders, type ChosenFolder, type FolderFile } from './group-folders.ts'
import { readDropped, readPicked } from './read-folders.ts'
import { useStoredFolders } from './use-stored-folders.ts'

/** More images than a gallery holds. */
const maxNeighbours = 500

/** Only refused files are listed. */
const noPreview = async () => null

/** Makes a draft of each chosen or dropped folder, and uploads the pictures of all of them together. */
export function AddFolders({ userId }: { userId: string }) {
  const { queue, items, missing, paused } = useUploadQueue('folders', noPreview)
  const stored = useStoredFolders(queue, userId)
  const { submit } = useActionFetcher<{ id: string }>(href('/work'))
  const projectIds = useRef(new Map<string, string>())
  const [state, setState] = useState<'idle' | 'reading' | 'creating'>('idle')
  const [problems, setProblems] = useState<readonly string[]>([])
  const [draftCount, setDraftCount] = useState(0)
  const attach: AttachPhoto = ({ file }, uploadId, batch) => {
    const input = new FormData()
    const projectId = projectIds.current.get(folderOf(file)) ?? ''
    for (const [name, value] of Object.entries({ intent: 'add-image', projectId, uploadId })) input.set(name, value)
    const index = batch.indexOf(uploadId)
    for (const id of batch.slice(Math.max(0, index - maxNeighbours), index + maxNeighbours)) input.append('batch', id)
    return submit(input)
  }
  const { busy, failed, attachedCount, run } = useUploadAll(queue, attach)
  const isAdding = busy || state !== 'idle'

  const addProblem = (problem: string) => setProblems((earlier) => [...earlier, problem])
  const createDraft = async ({ name, texts, images }: ChosenFolder) => {
    const details = joinTexts(await Promise.all(texts.map(async (text) => new Uint8Array(await text.arrayBuffer()))))
    const requestId = stored.requestIdOf(name)
    const created = await submit({ intent: 'create-draft', name: name.normalize('NFC'), details, requestId })
    if (!created.ok) {
      // Its draft was deleted.
      if (created.code === 'unknown') stored.forget()
      return addProblem(`${name}: ${created.message}`)
    }
    projectIds.current.set(name, created.value.id)
    const unfinished = queue.missing().filter((file) => file.name.startsWith(`${name}/`))
    // The others of a folder that is chosen again are uploaded already.
    queue.add(
      unfinished.length === 0 ? images : images.filter((image) => unfinished.some((one) => isSameFile(one, image))),
    )
    setDraftCount((count) => count + 1)
  }
  const add = async (reading: FolderFile[] | Promise<FolderFile[]>) => {
    setState('reading')
    setProblems([])
    setDraftCount(0)
    try {
      const folders = groupFolders(await reading)
      if (folders.length === 0) addProblem('There is no folder among these files.')
      setState('creating')
      for (const folder of folders) await createDraft(folder)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      addProblem('A file could not be read. Please choose the folders again.')
    } finally {
      setState('idle')
    }
    await run()
  }
  const refused = items.filter(({ problem }) => problem !== null)
  return (
    <section className="tool-add-folders" aria-label="Add folders">
      <DropZone
        message="Drop the folders to make drafts of them."
        onFiles={(_, transfer) => isAdding || void add(readDropped(transfer))}
      />
      <MissingFiles queue={queue} missing={missing} />
      <QueueList queue={queue} items={refused} described={false} />
      {problems.map((problem, index) => (
        <FailureMessage key={index} message="Failed to add a folder" reason={problem} />
      ))}
      {failed && refused.length > 0 ? <FailureMessage message="Failed to upload images" /> : null}
      {failed && !isAdding && refused.some(canUpload) ? (
        <Button variant="secondary" onClick={() => void run()}>
          Try Again
        </Button>
      ) : null}
      <StatusMessage>{describe(isAdding, busy, draftCount, attachedCount)}</StatusMessage>
      {busy ? <UploadProgress queue={queue} items={items} paused={paused} /> : null}
      <FilePicker label="Choose folders" folders busy={isAdding} onPick={(files) => void add(readPicked(files))} />
      <p className="tool-hint">
        Each folder becomes a draft: its pictures in the order of their names, and what a .txt or .md file says as its
        text. Drop folders anywhere on the page.
      </p>
    </section>
  )
}

function describe(isAdding: boolean, busy: boolean, drafts: number, images: number): string | null {
  if (isAdding) return busy ? 'Uploading Image...' : 'Making drafts...'
  if (drafts === 0) return null
  return `${drafts === 1 ? '1 draft' : `${drafts} drafts`} with ${images === 1 ? '1 image' : `${images} images`} added.`
}
