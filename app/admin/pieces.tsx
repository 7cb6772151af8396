import { useRef } from 'react'
import { photoLimits } from '#portfolio/photo/photo.ts'
import type { Piece } from './piece.ts'
import type { Tray } from './tray.ts'

interface PiecesProps {
  tray: Tray
  pieces: readonly Piece[]
  /** Whether what they show is not to be written at this moment. */
  readOnly?: boolean
  /** Somebody has finished writing what a picture shows that hangs already. */
  onWritten?: (key: string) => void
}

/** Previews of what was chosen, with what each shows in words, how far it has come, or why it did not arrive. */
export function Pieces({ tray, pieces, readOnly, onWritten }: PiecesProps) {
  const list = useRef<HTMLUListElement>(null)
  if (pieces.length === 0) return null
  const leaveOut = (piece: Piece) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const picker = list.current?.parentElement?.querySelector<HTMLElement>('input[type=file]')
    const at = pieces.indexOf(piece)
    const next = buttons[at + 1] ?? buttons[at - 1] ?? picker
    tray.leaveOut(piece.key)
    next?.focus()
  }
  return (
    <ul ref={list} className="tool-pieces">
      {pieces.map((piece) => (
        <li key={piece.key} className="tool-piece">
          <Preview piece={piece} />
          <p className="tool-file">{piece.file.name}</p>
          {piece.hopeless ? null : <Alt tray={tray} piece={piece} readOnly={readOnly} onWritten={onWritten} />}
          <Stage piece={piece} />
          {piece.stage === 'hanging' || (piece.stage === 'hung' && piece.problem === null) ? null : (
            <button
              type="button"
              className="tool-remove"
              aria-label={`Leave out ${piece.file.name}`}
              onClick={() => leaveOut(piece)}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Preview({ piece: { preview, file } }: { piece: Piece }) {
  if (preview === 'none') return <span className="tool-preview">No preview</span>
  const name = `Preview of ${file.name}`
  if (preview === 'waiting') return <span className="tool-preview" role="img" aria-label={name} />
  return <img className="tool-preview" src={preview} alt={name} decoding="async" />
}

type AltProps = Pick<PiecesProps, 'tray' | 'readOnly' | 'onWritten'> & { piece: Piece }

function Alt({ tray, piece, readOnly, onWritten }: AltProps) {
  const { key, alt, file } = piece
  return (
    <label className="tool-alt">
      <span aria-hidden>Alt text</span>
      <input
        type="text"
        dir="auto"
        aria-label={`Alt text of ${file.name}`}
        value={alt}
        maxLength={photoLimits.alt}
        readOnly={readOnly}
        autoComplete="off"
        onChange={({ currentTarget }) => tray.change(key, { alt: currentTarget.value })}
        onFocus={() => tray.change(key, { writing: true })}
        onBlur={() => {
          tray.change(key, { writing: false })
          if (piece.stage === 'hung') onWritten?.(key)
        }}
        // Else it would send the form that it lies in.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </label>
  )
}

function Stage({ piece }: { piece: Piece }) {
  if (piece.problem) return <p className="tool-why">{piece.problem}</p>
  if (piece.stage === 'chosen') return null
  const arrived = piece.stage === 'sending' ? piece.arrived : piece.file.size
  return <progress value={arrived} max={piece.file.size} aria-label={`${piece.file.name}: sent`} />
}
