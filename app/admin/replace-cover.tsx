import { useRef, useState } from 'react'
import { href } from 'react-router'
import type { Project } from '#portfolio/project/project.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Photo } from '#app/ui/photo.tsx'
import { Said } from '#app/ui/said.tsx'
import { useAsk } from './ask.ts'
import { Describe, DescribeButton } from './describe.tsx'
import { Picker } from './picker.tsx'
import { canBeSent } from './piece.ts'
import { Pieces } from './pieces.tsx'
import { Failure } from './failure.tsx'
import { useSending } from './sending.ts'
import { ToolSheet } from './tool-sheet.tsx'
import { useTray } from './tray.ts'
import { useWords } from './words.ts'

/** Puts another picture in the place of the cover, as soon as it is chosen; and says what the cover shows. */
export default function ReplaceCover({ project }: { project: Project }) {
  const action = href('/projects/:projectId', { projectId: project.id })
  const { tray, pieces } = useTray(`${action} cover`)
  const { ask } = useAsk<{ id: string }>(action)
  const [describing, setDescribing] = useState(false)
  const { busy, failed, hung, send } = useSending(tray, async ({ alt }, uploadId) => {
    const outcome = await ask({ intent: 'replace-cover', uploadId, alt })
    // It went up before there was time to write: now there is.
    if (outcome.ok && !alt) setDescribing(true)
    return outcome
  })
  const words = useWords(tray, pieces, action)
  const section = useRef<HTMLElement>(null)
  // The button that was pressed to try again goes, and what was on its way may go as well.
  const findPicker = () => section.current?.querySelector<HTMLElement>('input[type=file]')
  useFocusBack(findPicker, busy)
  useFocusBack(findPicker, words.unsaid)
  const pick = (files: readonly File[]) => {
    if (files.length === 0) return
    tray.clear()
    tray.add(files)
    void send()
  }
  const stuck = failed && pieces.some(({ stage }) => stage !== 'hung')
  const again = stuck && pieces.some(canBeSent)
  const tryAgain = () => {
    if (again) void send()
    words.again()
  }
  const cover = project.coverPhoto
  return (
    <section ref={section} className="tool-cover" aria-label="Cover photo">
      <ToolSheet />
      <Pieces tray={tray} pieces={pieces} onWritten={words.save} />
      {stuck ? <Failure says="Failed to upload cover photo" /> : null}
      {words.unsaid ? <Failure says="Failed to update project data" /> : null}
      <Said>{busy ? 'Uploading Image...' : hung > 0 ? 'The cover photo was replaced.' : null}</Said>
      <div className="tool-row">
        <Picker label="Replace cover photo" busy={busy} onPick={pick} />
        {again || words.unsaid ? (
          <Button tone="quiet" onClick={tryAgain}>
            Try Again
          </Button>
        ) : null}
        {cover ? (
          <DescribeButton
            name="cover photo"
            open={describing}
            wordless={cover.alt === ''}
            onToggle={() => setDescribing(!describing)}
          />
        ) : null}
      </div>
      {cover && describing ? (
        <Describe key={cover.id} action={action} photo={cover} name="cover photo">
          <Photo photo={cover} sizes="(min-width: 700px) 640px, calc(100vw - 40px)" alt="" />
        </Describe>
      ) : null}
    </section>
  )
}
