import { useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Said } from '#app/ui/said.tsx'
import { useAsk } from './ask.ts'
import { Intake } from './intake.tsx'
import { Journey } from './journey.tsx'
import { canBeSent } from './piece.ts'
import { Picker } from './picker.tsx'
import { Pieces } from './pieces.tsx'
import { useReady } from './ready.ts'
import { Failure } from './failure.tsx'
import type { Hang } from './send-all.ts'
import { useSending } from './sending.ts'
import { acceptedHint } from './sentences.ts'
import { useTray } from './tray.ts'
import { useWords } from './words.ts'

/** Chooses pictures, shows them, and hangs them at the end of the gallery. */
export function AddImages({ action }: { action: string }) {
  const { tray, pieces, doubles, held } = useTray(action)
  const { ask } = useAsk<{ id: string }>(action)
  const hang: Hang = ({ alt }, uploadId, selection) => {
    const wish = new FormData()
    for (const [name, value] of Object.entries({ intent: 'add-image', uploadId, alt })) wish.set(name, value)
    for (const other of selection) wish.append('selection', other)
    return ask(wish)
  }
  const { busy, failed, hung, send } = useSending(tray, hang)
  const words = useWords(tray, pieces, action)
  const button = useRef<HTMLButtonElement>(null)
  const ready = useReady()
  useFocusBack(() => button.current, busy)
  useFocusBack(() => button.current, words.unsaid)
  const again = failed && pieces.some(canBeSent)
  const idle = busy || pieces.length === 0

  const tryAgain = () => {
    // The button that was pressed goes; this one stays.
    button.current?.focus()
    if (again) void send()
    words.again()
  }
  return (
    <section className="tool-adding" aria-label="Add images">
      <Intake says="Drop the pictures to choose them." onFiles={tray.add} />
      <Pieces tray={tray} pieces={pieces} onWritten={words.save} />
      {failed && pieces.length > 0 ? <Failure says="Failed to upload images" /> : null}
      {words.unsaid ? <Failure says="Failed to update project data" /> : null}
      {again || words.unsaid ? (
        <Button tone="quiet" onClick={tryAgain}>
          Try Again
        </Button>
      ) : null}
      <Said>{busy ? 'Uploading Image...' : added(hung)}</Said>
      <Said>{doubles.length > 0 ? `Chosen already: ${doubles.join(', ')}.` : null}</Said>
      {busy ? <Journey tray={tray} pieces={pieces} held={held} /> : null}
      <div className="tool-row">
        <Picker label="Choose Images" multiple busy={busy} onPick={tray.add} />
        <Button ref={button} disabled={!ready} aria-disabled={idle || undefined} onClick={() => !idle && void send()}>
          Add Images
        </Button>
      </div>
      <p className="tool-hint">{acceptedHint} Drop them anywhere on the page, or paste them.</p>
    </section>
  )
}

function added(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 image was added.' : `${count} images were added.`
}
