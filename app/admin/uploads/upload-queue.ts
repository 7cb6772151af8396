import type { ErrorCode } from '#portfolio/result.ts'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { createListeners } from '#app/ui/listeners.ts'
import { createPreview } from '#app/admin/previews/preview.ts'
import { createPause } from './transfer/pause.ts'
import { createQueueItem, type QueueItem } from './queue-item.ts'
import { isSameFile, type MissingFile } from './missing-file.ts'
import { discardUploadUrl } from './transfer/upload-url-storage.ts'
import { createUploadHints } from './upload-hints.ts'
import { createUploadBatch } from './upload-batch.ts'
import { maxPreviews } from './upload-concurrency.ts'

export type UploadQueue = ReturnType<typeof createUploadQueue>

const permanentFailures: readonly ErrorCode[] = ['wrong-type', 'too-large', 'wrong-value', 'newer']

const previewLimit = limitConcurrency(maxPreviews)

/** The files chosen in one file picker. `scope` identifies where their photos will be attached. */
export function createUploadQueue(scope: string, makePreview = createPreview) {
  const batch = createUploadBatch(scope)
  const pause = createPause()
  const hints = createUploadHints()
  const store = createItemStore(() => {
    batch.clear()
    pause.setPaused(false)
  })
  let duplicates: readonly string[] = []

  const update = (key: string, changes: Partial<QueueItem>) => {
    if (changes.uploadId !== undefined) batch.setUploadId(key, changes.uploadId)
    store.update(key, changes)
  }
  const setItems = (items: readonly QueueItem[], added: readonly QueueItem[]) => {
    duplicates = []
    hints.clear()
    store.set(items)
    // Preloaded, because the code could not be loaded for a retry if the connection is lost before the upload starts.
    import('./transfer/resumable-upload.ts').catch(() => {})
    for (const item of added) void showPreview(store, item, makePreview)
    void discardDuplicates(store, batch, added, (name) => (duplicates = [...duplicates, name]))
  }
  return {
    items: store.items,
    find: store.find,
    subscribe: store.subscribe,
    /** Files that must be chosen again. Choosing a file again restores its alt text. */
    missing: store.missing,
    setMissing: store.setMissing,
    update,
    pause,
    batch,
    hints,
    /** Names of the files discarded because they are already in the batch. */
    duplicates: () => duplicates,
    /** Adds files. Those that are attached already are not uploaded; they only determine the order of the others. */
    add(files: readonly File[], isAttached: (file: File) => boolean = () => false): void {
      const added = createItems(store, batch, files, isAttached)
      setItems([...store.items(), ...added], added)
    },
    /** Replaces the file of an item; the alt text is kept. */
    replace(key: string, file: File): void {
      const item = createReplacement(store, batch, key, file)
      if (item === null) return
      const items = store.items().map((other) => (other.key === key ? item : other))
      setItems(items, [item])
    },
    refuse: (key: string, failure: Failure) => update(key, refusedChanges(failure)),
    /** Makes the next attempt upload the file from the beginning. */
    discardUrl: (key: string) => discardUrl(batch, key),
    discard: (key: string) => discardItem(store, batch, key),
    markAttached: (key: string, photoId: string) => markAttached(store, key, photoId),
    /** Discards every item that is not being attached. */
    clear: () => store.items().forEach(({ key, stage }) => stage !== 'attaching' && discardItem(store, batch, key)),
    /** Aborts all uploads when the page is left. They resume if the same files are chosen again. */
    abandon: () => store.items().forEach((item) => item.abort.abort('page-left')),
  }
}

type ItemStore = ReturnType<typeof createItemStore>
type UploadBatch = ReturnType<typeof createUploadBatch>

/** Creates the item of a file. A missing file is no longer missing, and the item gets its stored alt text. */
function createItem(store: ItemStore, file: File): QueueItem {
  const found = store.missing().find((missing) => isSameFile(missing, file))
  if (!found) return createQueueItem(file)
  store.setMissing(store.missing().filter((missing) => missing !== found))
  return { ...createQueueItem(file), alt: found.alt }
}

/** Adds all files to the batch, in order, and creates the items of those that are not attached. */
function createItems(
  store: ItemStore,
  batch: UploadBatch,
  files: readonly File[],
  isAttached: (file: File) => boolean,
): QueueItem[] {
  return files.flatMap((file) => {
    if (isAttached(file)) return (batch.addAttached(file), [])
    const item = createItem(store, file)
    batch.add(item.key, file)
    return [item]
  })
}

function createReplacement(store: ItemStore, batch: UploadBatch, key: string, file: File): QueueItem | null {
  const replaced = store.find(key)
  if (!replaced) return null
  discardUpload(store, batch, key)
  batch.replace(key, file)
  URL.revokeObjectURL(replaced.preview)
  return { ...createQueueItem(file), key, alt: replaced.alt }
}

async function showPreview(store: ItemStore, { key, file, preview, abort }: QueueItem, makePreview = createPreview) {
  if (preview === 'none') return
  const url = await previewLimit.run(() => makePreview(file, abort.signal))
  if (store.find(key)?.file === file) store.update(key, { preview: url ?? 'none' })
  else if (url) URL.revokeObjectURL(url)
}

/** Removes the item, unless its alt text is being edited or has changed since it was sent. */
function markAttached(store: ItemStore, key: string, photoId: string): void {
  const item = store.find(key)
  if (item && (item.isEditingAlt || item.alt !== item.savedAlt)) {
    store.update(key, { stage: 'attached', photoId, problem: null })
  } else store.remove(key)
}

function discardUpload(store: ItemStore, batch: UploadBatch, key: string): void {
  store.find(key)?.abort.abort('discarded')
  discardUrl(batch, key)
}

function discardUrl(batch: UploadBatch, key: string): void {
  void batch.fingerprint(key).then((hash) => hash && discardUploadUrl(hash))
}

function discardItem(store: ItemStore, batch: UploadBatch, key: string): void {
  discardUpload(store, batch, key)
  batch.remove(key)
  store.remove(key)
}

async function discardDuplicates(
  store: ItemStore,
  batch: UploadBatch,
  added: readonly QueueItem[],
  onDuplicate: (name: string) => void,
): Promise<void> {
  for (const { key, file, abort } of added) {
    if (!(await batch.isDuplicate(key))) continue
    batch.remove(key)
    // Not 'discarded', because the first file's upload continues at the same URL.
    abort.abort('duplicate')
    onDuplicate(file.name)
    store.remove(key)
  }
}

function createItemStore(onEmpty: () => void) {
  let items: readonly QueueItem[] = []
  let missing: readonly MissingFile[] = []
  const { subscribe, notify } = createListeners()
  const set = (next: readonly QueueItem[]) => {
    items = next
    if (next.length === 0) onEmpty()
    notify()
  }
  const find = (key: string) => items.find((item) => item.key === key)
  return {
    items: () => items,
    set,
    find,
    subscribe,
    missing: () => missing,
    setMissing(files: readonly MissingFile[]): void {
      missing = files
      notify()
    },
    update: (key: string, changes: Partial<QueueItem>) =>
      set(items.map((item) => (item.key === key ? { ...item, ...changes } : item))),
    remove(key: string) {
      const item = find(key)
      if (!item) return
      // Has no effect for 'pending' and 'none'.
      URL.revokeObjectURL(item.preview)
      set(items.filter((other) => other !== item))
    },
  }
}

interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

function refusedChanges({ code, message }: Failure): Partial<QueueItem> {
  const changes = {
    stage: 'queued',
    problem: message,
    isPermanentFailure: permanentFailures.includes(code),
  } as const
  // The server no longer has the upload, so the file must be sent again.
  return code === 'unknown' ? { ...changes, uploadId: null, uploadedBytes: 0, isExamined: false } : changes
}
