import { useRef } from 'react'
import type { Piece } from './tray.ts'

interface PiecesProps {
  pieces: readonly Piece[]
  onLeaveOut: (key: string) => void
}

/** Previews of what was chosen, with how far each has come, or why it did not arrive. */
export function Pieces({ pieces, onLeaveOut }: PiecesProps) {
  const list = useRef<HTMLUListElement>(null)
  if (pieces.length === 0) return null
  return (
    <ul ref={list} className="tool-pieces">
      {pieces.map((piece) => (
        <li key={piece.key} className="tool-piece">
          <img src={piece.preview} alt={`Preview of ${piece.file.name}`} decoding="async" />
          <p className="tool-file">{piece.file.name}</p>
          <Stage piece={piece} />
          {piece.stage === 'hanging' ? null : (
            <button
              type="button"
              className="tool-remove"
              aria-label={`Leave out ${piece.file.name}`}
              onClick={() => {
                const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
                const picker = list.current?.parentElement?.querySelector('input')
                const next = buttons[pieces.indexOf(piece) + 1] ?? buttons.at(-2) ?? picker
                onLeaveOut(piece.key)
                next?.focus()
              }}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Stage({ piece }: { piece: Piece }) {
  if (piece.problem) return <p className="tool-why">{piece.problem}</p>
  if (piece.stage === 'chosen') return null
  const arrived = piece.stage === 'sending' ? piece.arrived : 1
  return <progress value={arrived} max={1} aria-label={`${piece.file.name}: sent`} />
}
