import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAsk } from './ask.ts'
import { Picker } from './picker.tsx'
import { Pieces } from './pieces.tsx'
import { Failure, Said } from './said.tsx'
import { ToolSheet } from './tool-sheet.tsx'
import { sendAll } from './send-all.ts'
import { useTray } from './tray.ts'

/** Puts another picture in the place of the cover, as soon as it is chosen. */
export default function ReplaceCover({ action }: { action: string }) {
  const { tray, pieces } = useTray()
  const { ask } = useAsk<{ id: string }>(action)
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<'replaced' | 'failed' | null>(null)

  const send = async () => {
    setBusy(true)
    setTold(null)
    const well = await sendAll(tray, (uploadId) => ask({ intent: 'replace-cover', uploadId }))
    setBusy(false)
    setTold(well ? 'replaced' : 'failed')
  }
  const pick = (files: readonly File[]) => {
    if (files.length === 0) return
    tray.clear()
    tray.add(files)
    void send()
  }
  const stuck = told === 'failed' && pieces.length > 0
  return (
    <section className="tool-cover" aria-label="Cover photo">
      <ToolSheet />
      <Pieces pieces={pieces} onLeaveOut={tray.remove} />
      {stuck ? <Failure says="Failed to upload cover photo" /> : null}
      <Said>{told === 'replaced' ? 'The cover photo was replaced.' : null}</Said>
      {busy ? <Notice tone="status">Uploading Image...</Notice> : null}
      <div className="tool-row">
        <Picker label="Replace cover photo" busy={busy} onPick={pick} />
        {stuck && pieces.some((piece) => !piece.hopeless) ? (
          <Button tone="quiet" onClick={() => void send()}>
            Try Again
          </Button>
        ) : null}
      </div>
    </section>
  )
}
