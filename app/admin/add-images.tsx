import { useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAsk } from './ask.ts'
import { Picker } from './picker.tsx'
import { Pieces } from './pieces.tsx'
import { useReady } from './ready.ts'
import { Failure, Said } from './said.tsx'
import { sendAll } from './send-all.ts'
import { useTray } from './tray.ts'

/** Chooses pictures, shows them, and hangs them at the end of the gallery. */
export function AddImages({ action }: { action: string }) {
  const { tray, pieces } = useTray()
  const { ask } = useAsk<{ id: string }>(action)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [added, setAdded] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const ready = useReady()
  const idle = busy || pieces.length === 0

  const add = async () => {
    if (idle) return
    setBusy(true)
    setFailed(false)
    setAdded(0)
    let hung = 0
    const well = await sendAll(tray, async (uploadId) => {
      const outcome = await ask({ intent: 'add-image', uploadId })
      if (outcome.ok) hung += 1
      return outcome
    })
    setBusy(false)
    setFailed(!well)
    setAdded(hung)
  }
  const tryAgain = () => {
    // The button that was pressed goes; this one stays.
    button.current?.focus()
    void add()
  }
  return (
    <section className="tool-adding" aria-label="Add images">
      <Pieces pieces={pieces} onLeaveOut={tray.remove} />
      {failed && pieces.length > 0 ? <Failure says="Failed to upload images" /> : null}
      {failed && pieces.some((piece) => !piece.hopeless) ? (
        <Button tone="quiet" onClick={tryAgain}>
          Try Again
        </Button>
      ) : null}
      <Said>{added > 0 ? `${added} ${added === 1 ? 'image was' : 'images were'} added.` : null}</Said>
      {busy ? <Notice tone="status">Uploading Image...</Notice> : null}
      <div className="tool-row">
        <Picker label="Choose Images" multiple busy={busy} onPick={tray.add} />
        <Button ref={button} disabled={!ready} aria-disabled={idle || undefined} onClick={() => void add()}>
          Add Images
        </Button>
      </div>
    </section>
  )
}
