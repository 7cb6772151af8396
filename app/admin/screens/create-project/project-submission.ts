import { refused, type Refusal, type Result } from '#portfolio/result.ts'
import { createListeners } from '#app/ui/listeners.ts'
import { textLengthError } from '#app/admin/forms/text-length.ts'
import { uploadAll } from '#app/admin/uploads/upload-all.ts'
import type { UploadQueue } from '#app/admin/uploads/upload-queue.ts'

export interface CreatedProject {
  readonly slug: string
  readonly name: string
  readonly draft: boolean
}

export interface SubmissionStatus {
  readonly stage: 'reading' | 'uploading' | 'saving' | null
  readonly result: Result<CreatedProject> | null
}

interface Queues {
  readonly cover: UploadQueue
  readonly images: UploadQueue
}

interface SubmitInput {
  /** Called again before saving, because the texts can be edited while files are uploaded. */
  readonly readForm: () => FormData
  /** While dropped folders are being read, a promise of whether each of them added pictures; otherwise `null`. */
  readonly waitForFolders: () => Promise<boolean> | null
  readonly post: (form: FormData) => Promise<Result<CreatedProject>>
  /** Called after a success. Returns an unused request id for the next project. */
  readonly readRequestId: () => string
}

const uploadFailed = { cover: 'Failed to upload cover photo', images: 'Failed to upload images' } as const
const filesMissing = 'Please choose the missing files again, or leave them out.'
const folderFailed = 'No project was created, because the folder could not be added.'
const cancelled = 'The upload was cancelled. No project was created.'

export type ProjectSubmission = ReturnType<typeof createProjectSubmission>

/**
 * Uploads the files of a new project, then creates it with all of them or not at all. After a refusal, texts and
 * uploads are kept for another attempt. The server creates at most one project for each `requestId`.
 */
export function createProjectSubmission(queues: Queues, initialRequestId: string, upload = uploadAll) {
  const { subscribe, notify } = createListeners()
  let status: SubmissionStatus = { stage: null, result: null }
  // All attempts for one project use the same id, although each revalidation gives the page a new one.
  let requestId = initialRequestId
  let projectWasRemoved = false
  const setStatus = (changes: Partial<SubmissionStatus>) => {
    status = { ...status, ...changes }
    notify()
  }

  const readAndUpload = async (waitForFolders: SubmitInput['waitForFolders']): Promise<Refusal | null> => {
    for (;;) {
      const pending = waitForFolders()
      if (pending) {
        setStatus({ stage: 'reading' })
        if (!(await pending)) return refused('unavailable', folderFailed)
        setStatus({ stage: 'uploading' })
      }
      const refusal = checkMissing(queues) ?? (await uploadFiles(queues, upload))
      // Folders can be dropped while others are being read or uploaded.
      if (refusal || waitForFolders() === null) return refusal
    }
  }
  const attempt = async ({ readForm, post, waitForFolders }: SubmitInput): Promise<Result<CreatedProject>> => {
    const refusal = checkTexts(readForm()) ?? (await readAndUpload(waitForFolders))
    if (refusal) return refusal
    setStatus({ stage: 'saving' })
    const result = await post(addUploads(readForm(), requestId, queues))
    projectWasRemoved = !result.ok && result.code === 'unknown' && !(result.about && 'uploads' in result.about)
    return result.ok ? result : refuseItems(result, queues)
  }
  return {
    subscribe,
    status: () => status,
    /** Stored with the draft. `null` if the project created with it was removed: a reload then starts a new one. */
    requestId: () => (projectWasRemoved ? null : requestId),
    /** Continues with the request id of a restored draft, which may have been submitted before, or with an unused one. */
    continueRequest(nextRequestId: string): void {
      requestId = nextRequestId
      projectWasRemoved = false
    },
    /** Resolves with whether the project was created. */
    async submit(input: SubmitInput): Promise<boolean> {
      if (status.stage !== null) return false
      const hasFiles = queues.cover.items().length + queues.images.items().length > 0
      setStatus({ stage: hasFiles ? 'uploading' : 'saving', result: null })
      const result = await attempt(input)
      if (result.ok) {
        discardUploaded(queues.cover)
        discardUploaded(queues.images)
        requestId = input.readRequestId()
      }
      setStatus({ stage: null, result })
      return result.ok
    },
  }
}

function checkTexts(form: FormData): Refusal | null {
  const errors = (['name', 'details'] as const).flatMap((field) => {
    const error = textLengthError(field, String(form.get(field) ?? ''))
    return error === null ? [] : [[field, error] as const]
  })
  return errors[0] ? refused('wrong-value', errors[0][1], { fields: Object.fromEntries(errors) }) : null
}

function checkMissing({ cover, images }: Queues): Refusal | null {
  return cover.missing().length + images.missing().length > 0 ? refused('wrong-value', filesMissing) : null
}

async function uploadFiles(queues: Queues, upload: typeof uploadAll): Promise<Refusal | null> {
  for (const part of ['cover', 'images'] as const) {
    const queue = queues[part]
    const hadItems = queue.items().length > 0
    // Files can be added while others are being uploaded.
    do {
      if (!(await upload(queue))) return refused('unavailable', uploadFailed[part])
      // Aborted items mean that the admin has left the page.
      if (queue.items().some(({ abort }) => abort.signal.aborted)) return refused('unavailable', cancelled)
    } while (queue.items().some(({ uploadId }) => uploadId === null))
    if (hadItems && queue.items().length === 0) return refused('unavailable', cancelled)
  }
  return null
}

function addUploads(form: FormData, requestId: string, { cover, images }: Queues): FormData {
  form.set('requestId', requestId)
  const append = (queue: UploadQueue, idField: string, altField: string) => {
    for (const { uploadId, alt } of queue.items()) {
      if (!uploadId) continue
      form.append(idField, uploadId)
      form.append(altField, alt)
    }
  }
  append(cover, 'cover', 'coverAlt')
  append(images, 'images', 'imageAlts')
  return form
}

/** Keeps files that were added while the project was being saved, because they are not part of it. */
function discardUploaded(queue: UploadQueue): void {
  for (const { key, stage } of queue.items()) if (stage === 'uploaded') queue.discard(key)
}

/** Marks each refused file with its reason. Returns the refusal for the whole form. */
function refuseItems(refusal: Refusal, queues: Queues): Refusal {
  if (!refusal.about || !('uploads' in refusal.about)) return refusal
  const { uploads } = refusal.about
  const failedParts = (['cover', 'images'] as const).filter((part) => {
    const queue = queues[part]
    const failed = queue.items().flatMap(({ key, uploadId }) => {
      const cause = uploads.find(({ id }) => id === uploadId)
      return cause ? [{ key, cause }] : []
    })
    for (const { key, cause } of failed) {
      queue.refuse(key, cause)
      // The upload is gone or already attached elsewhere: resuming it would be refused again.
      if (cause.code === 'unknown') queue.discardUrl(key)
    }
    return failed.length > 0
  })
  const [part] = failedParts
  return part ? refused(refusal.code, uploadFailed[part]) : refusal
}
