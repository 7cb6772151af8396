import { useId, useRef, type ReactNode } from 'react'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { FilePicker } from './choose-files/file-picker.tsx'
import { ConnectionNotice } from './transfer/connection-notice.tsx'
import type { QueueItem } from './queue-item.ts'
import type { UploadQueue } from './upload-queue.ts'

interface QueueListProps {
  queue: UploadQueue
  items: readonly QueueItem[]
  /** Whether the alt texts are read-only. */
  readOnly?: boolean
  /** Whether a refused file can be replaced by another file at the same position. */
  replaceable?: boolean
  /** Whether the photos have alt texts. */
  described?: boolean
  /** Called when the alt text input of an attached photo loses focus. */
  onAltTextEdited?: (key: string) => void
}

export function QueueList({
  queue,
  items,
  readOnly,
  replaceable = false,
  described = true,
  onAltTextEdited,
}: QueueListProps) {
  const list = useRef<HTMLUListElement>(null)
  if (items.length === 0) return null
  const discard = (item: QueueItem, button: HTMLElement) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((other) => other === button)
    const picker = list.current?.parentElement?.querySelector<HTMLElement>('input[type=file]:not(li *)')
    const next = buttons[index + 1] ?? buttons[index - 1] ?? picker
    queue.discard(item.key)
    next?.focus()
  }
  return (
    <>
      <ConnectionNotice queue={queue} items={items} />
      <ul ref={list} className="tool-queue">
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            onReplace={replaceable ? (file) => queue.replace(item.key, file) : undefined}
            onDiscard={(button) => discard(item, button)}
          >
            {item.isPermanentFailure || !described ? null : (
              <AltTextInput queue={queue} item={item} readOnly={readOnly} onAltTextEdited={onAltTextEdited} />
            )}
          </Item>
        ))}
      </ul>
    </>
  )
}

interface ItemProps {
  item: QueueItem
  onReplace: ((file: File) => void) | undefined
  onDiscard: (button: HTMLElement) => void
  children: ReactNode
}

function Item({ item, onReplace, onDiscard, children }: ItemProps) {
  const element = useRef<HTMLLIElement>(null)
  const problemId = useId()
  const { name } = item.file
  // After a file is replaced, its picker is removed; the alt text input of the new file gets focus.
  useReturnFocus(() => element.current?.querySelector('input'), item.isPermanentFailure)
  const isBeingAttached = item.stage === 'attaching' || (item.stage === 'attached' && item.problem === null)
  return (
    <li
      ref={element}
      className="tool-queue-item"
      data-stage={item.stage}
      data-failed={item.isPermanentFailure || undefined}
    >
      <Preview item={item} />
      <p className="tool-file-name">{name}</p>
      {children}
      {item.problem ? (
        <p id={problemId} className="tool-error">
          {item.problem}
        </p>
      ) : (
        <Progress item={item} />
      )}
      {isBeingAttached ? null : (
        <button
          type="button"
          className="tool-remove"
          aria-label={`Discard ${name}`}
          aria-describedby={item.problem ? problemId : undefined}
          onClick={({ currentTarget }) => onDiscard(currentTarget)}
        >
          ×
        </button>
      )}
      {onReplace && item.isPermanentFailure ? (
        <FilePicker label="Replace" name={`Replace ${name}`} onPick={([file]) => file && onReplace(file)} />
      ) : null}
    </li>
  )
}

function Preview({ item: { preview, file } }: { item: QueueItem }) {
  if (preview === 'none') return <span className="tool-preview">No preview</span>
  const name = `Preview of ${file.name}`
  if (preview === 'pending') return <span className="tool-preview" role="img" aria-label={name} />
  return <img className="tool-preview" src={preview} alt={name} decoding="async" />
}

type AltTextInputProps = Pick<QueueListProps, 'queue' | 'readOnly' | 'onAltTextEdited'> & { item: QueueItem }

function AltTextInput({ queue, item, readOnly, onAltTextEdited }: AltTextInputProps) {
  const { key, alt, file } = item
  return (
    <label className="tool-alt-text">
      <span aria-hidden>Alternative text</span>
      <input
        type="text"
        dir="auto"
        aria-label={`Alternative text of ${file.name}`}
        value={alt}
        maxLength={photoLimits.alt}
        readOnly={readOnly}
        autoComplete="off"
        onChange={({ currentTarget }) => queue.update(key, { alt: currentTarget.value })}
        onFocus={() => queue.update(key, { isEditingAlt: true })}
        onBlur={() => {
          queue.update(key, { isEditingAlt: false })
          if (item.stage === 'attached') onAltTextEdited?.(key)
        }}
        // Otherwise Enter would submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </label>
  )
}

function Progress({ item: { stage, file, uploadedBytes } }: { item: QueueItem }) {
  if (stage === 'queued') return null
  const value = stage === 'uploading' ? uploadedBytes : file.size
  return <progress value={value} max={file.size} aria-label={`Upload progress of ${file.name}`} />
}
