import { useState } from 'react'
import { useAsk } from './ask.ts'
import { takeTurns } from './gate.ts'
import type { Piece } from './piece.ts'
import { oneLine } from './sentences.ts'
import type { Tray } from './tray.ts'

/**
 * What was still being written about a picture when it was hung. It is saved once it has been written, and only then
 * the picture leaves the tray; until it is saved, it stays there and says why.
 */
export function useWords(tray: Tray, pieces: readonly Piece[], action: string) {
  const { ask } = useAsk(action)
  const [inTurn] = useState(() => takeTurns(1))

  const save = (key: string) =>
    inTurn(async () => {
      const { photoId, alt, altSent } = tray.find(key) ?? {}
      if (!photoId || alt === undefined || altSent === undefined) return
      if (alt !== altSent) {
        const said = await ask({ intent: 'describe-image', photoId, alt, was: oneLine(altSent) })
        if (!said.ok) {
          const problem = `What it shows was not saved. ${said.message}`
          return tray.change(key, { problem, altSent: said.newer?.theirs ?? altSent })
        }
        tray.change(key, { altSent: alt })
      }
      tray.hung(key, photoId)
    })
  const unsaid = pieces.filter(({ stage, problem }) => stage === 'hung' && problem !== null)
  return {
    save: (key: string) => void save(key),
    unsaid: unsaid.length > 0,
    again: () => unsaid.forEach(({ key }) => void save(key)),
  }
}
