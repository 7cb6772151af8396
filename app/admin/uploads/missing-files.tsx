import { useRef } from 'react'
import { keyOf, type MissingFile } from './missing-file.ts'
import type { UploadQueue } from './upload-queue.ts'

export function MissingFiles({ queue, missing }: { queue: UploadQueue; missing: readonly MissingFile[] }) {
  const section = useRef<HTMLDivElement>(null)
  if (missing.length === 0) return null
  const discard = (index: number) => {
    const buttons = section.current?.querySelectorAll('button')
    const picker = section.current?.parentElement?.querySelector<HTMLElement>('input[type=file]')
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? picker
    queue.setMissing(missing.filter((_, other) => other !== index))
    next?.focus()
  }
  return (
    <div ref={section} className="tool-missing">
      <p>
        {missing.length === 1
          ? 'The browser could not keep this file. Please choose it again, or discard it.'
          : 'The browser could not keep these files. Please choose them again, or discard them.'}
      </p>
      <ul>
        {missing.map((file, index) => (
          <li key={keyOf(file)}>
            <span className="tool-file-name">{file.name}</span>
            {file.alt ? <bdi>{file.alt}</bdi> : null}
            <button
              type="button"
              className="tool-remove"
              aria-label={`Discard ${file.name}`}
              onClick={() => discard(index)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
