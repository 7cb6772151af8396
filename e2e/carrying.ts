import type { Page } from '@playwright/test'
import type { Chosen } from './photographs.ts'

/** Carries a file over the page, drops it there, or pastes it; tells whether the page takes it. */
export function carries(page: Page, kind: 'dragover' | 'drop' | 'paste', file: Chosen): Promise<boolean> {
  return page.evaluate(
    ({ kind, name, type, bytes }) => {
      const carried = new DataTransfer()
      carried.items.add(new File([new Uint8Array(bytes)], name, { type, lastModified: 1_000 }))
      const wanted = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...wanted, clipboardData: carried })
          : new DragEvent(kind, { ...wanted, dataTransfer: carried })
      document.querySelector('h1')?.dispatchEvent(event)
      return event.defaultPrevented
    },
    { kind, name: file.name, type: file.mimeType, bytes: [...file.buffer] },
  )
}
