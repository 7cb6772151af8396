import { useRef, useState } from 'react'
import { refused, type Outcome, type Refusal } from '#portfolio/outcome.ts'
import { useAsk } from './ask.ts'
import { sendAll } from './send-all.ts'
import { lengthProblem } from './sentences.ts'
import type { Tray } from './tray.ts'

interface Made {
  readonly id: string
  readonly name: string
}

const uploadFailed = { cover: 'Failed to upload cover photo', images: 'Failed to upload images' } as const

const cancelled = 'The upload was cancelled. No project was made.'

/**
 * Sends the files of a new project, then the project itself; it is made with all of its files or not at all.
 * `freshId` names the next project: whatever is sent twice under one id makes one.
 */
export function useCreation(freshId: string, cover: Tray, images: Tray) {
  const { ask } = useAsk<Made>('/create')
  const [stage, setStage] = useState<'uploading' | 'saving' | null>(null)
  const [outcome, setOutcome] = useState<Outcome<Made> | null>(null)
  const latestId = useRef(freshId)
  latestId.current = freshId
  // Not always the latest: the page may read itself again between two tries, and both must bear one name.
  const requestId = useRef(freshId)
  const underway = useRef(false)

  const attempt = async (form: HTMLFormElement): Promise<Outcome<Made>> => {
    const tooLong = refuseLength(new FormData(form))
    if (tooLong) return tooLong
    for (const [tray, says] of [
      [cover, uploadFailed.cover],
      [images, uploadFailed.images],
    ] as const) {
      const begun = tray.pieces().length
      // Some may be dropped while others are sent.
      do {
        if (!(await sendAll(tray))) return refused('unavailable', says)
      } while (tray.pieces().some(({ uploadId }) => uploadId === null))
      if (begun > 0 && tray.pieces().length === 0) return refused('unavailable', cancelled)
    }
    setStage('saving')
    const wish = new FormData(form)
    wish.set('requestId', requestId.current)
    for (const { uploadId, alt } of cover.pieces()) {
      if (uploadId) wish.append('cover', uploadId)
      if (uploadId) wish.append('coverAlt', alt)
    }
    for (const { uploadId, alt } of images.pieces()) {
      if (uploadId) wish.append('images', uploadId)
      if (uploadId) wish.append('imageAlts', alt)
    }
    const made = await ask(wish)
    return made.ok ? made : toldAtItsFile(made, { cover, images })
  }
  const send = async (form: HTMLFormElement): Promise<boolean> => {
    if (underway.current) return false
    underway.current = true
    setOutcome(null)
    setStage(cover.pieces().length + images.pieces().length > 0 ? 'uploading' : 'saving')
    const answered = await attempt(form)
    if (answered.ok) {
      takeAwaySent(cover)
      takeAwaySent(images)
      requestId.current = latestId.current
    }
    setOutcome(answered)
    setStage(null)
    underway.current = false
    return answered.ok
  }
  return { send, stage, outcome }
}

/** What was dropped while the project was saved is not in it, and stays. */
function takeAwaySent(tray: Tray): void {
  for (const { key, stage } of tray.pieces()) if (stage === 'sent') tray.leaveOut(key)
}

function refuseLength(form: FormData): Refusal | null {
  for (const field of ['name', 'details'] as const) {
    const problem = lengthProblem(field, String(form.get(field) ?? ''))
    if (problem) return refused('wrong-value', problem, { fields: { [field]: problem } })
  }
  return null
}

/** A refusal of one file is said at that file, and in the words of the catalogue above. */
function toldAtItsFile(refusal: Refusal, trays: { cover: Tray; images: Tray }): Refusal {
  const uploadId = refusal.about && 'upload' in refusal.about ? refusal.about.upload : undefined
  for (const place of ['cover', 'images'] as const) {
    const piece = trays[place].pieces().find((other) => uploadId !== undefined && other.uploadId === uploadId)
    if (!piece) continue
    trays[place].refuse(piece.key, refusal)
    return refused(refusal.why, uploadFailed[place])
  }
  return refusal
}
