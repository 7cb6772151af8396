import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Why } from '#portfolio/outcome.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { notAPicture, tooLarge } from './sentences.ts'
import { useUnsaved } from './unsaved.ts'

/** A picture that was chosen and is on its way. */
export interface Piece {
  readonly key: string
  readonly file: File
  /** An address inside this browser, for the preview. */
  readonly preview: string
  readonly stage: 'chosen' | 'sending' | 'sent' | 'hanging'
  /** The part that has arrived, 0-1. */
  readonly arrived: number
  /** Names what has arrived whole; kept for another try. */
  readonly uploadId: string | null
  readonly problem: string | null
  /** Whether another try would end the same way. */
  readonly hopeless: boolean
  /** Told when the piece is taken away. */
  readonly left: AbortController
}

export type Tray = ReturnType<typeof createTray>

const hopeless: readonly Why[] = ['wrong-type', 'too-large', 'wrong-value']

/** A tray for as long as the page shows it, and what lies in it. */
export function useTray() {
  const [tray] = useState(createTray)
  const pieces = useSyncExternalStore(tray.listen, tray.pieces, tray.pieces)
  useEffect(() => tray.clear, [tray])
  useUnsaved(pieces.length > 0)
  return { tray, pieces }
}

function createTray() {
  let pieces: readonly Piece[] = []
  const listeners = new Set<() => void>()
  const put = (next: readonly Piece[]) => {
    pieces = next
    for (const listener of listeners) listener()
  }
  const find = (key: string) => pieces.find((piece) => piece.key === key)
  const change = (key: string, more: Partial<Piece>) =>
    put(pieces.map((piece) => (piece.key === key ? { ...piece, ...more } : piece)))
  const refuse = (key: string, { why, message }: { why: Why; message: string }) =>
    change(key, {
      stage: 'chosen',
      arrived: 0,
      problem: message,
      hopeless: hopeless.includes(why),
      // What the server no longer has must be sent anew.
      ...(why === 'unknown' && { uploadId: null }),
    })
  const remove = (key: string) => {
    const piece = find(key)
    if (!piece) return
    piece.left.abort()
    URL.revokeObjectURL(piece.preview)
    put(pieces.filter((other) => other !== piece))
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    pieces: () => pieces,
    listen,
    find,
    add: (files: readonly File[]) => {
      // Fetched now: when the files are sent, the line may be gone, and then only what is here can wait for it.
      import('./upload.ts').catch(() => {})
      put([...pieces, ...files.map(pieceOf)])
    },
    clear: () => pieces.forEach(({ key }) => remove(key)),
    change,
    refuse,
    remove,
  }
}

let made = 0

function pieceOf(file: File): Piece {
  const problem = problemOf(file)
  return {
    key: `piece-${++made}`,
    file,
    preview: URL.createObjectURL(file),
    stage: 'chosen',
    arrived: 0,
    uploadId: null,
    problem,
    hopeless: problem !== null,
    left: new AbortController(),
  }
}

/** What can be told before a byte is sent. The server goes by the content, whatever a file is called. */
function problemOf(file: File): string | null {
  if (file.type && !file.type.startsWith('image/')) return notAPicture
  if (file.size === 0) return 'This file is empty.'
  if (file.size > photoLimits.bytes) return tooLarge
  return null
}
