import { photoLimits } from '#portfolio/photo/photo.ts'
import { notAPicture, tooLarge } from './sentences.ts'

/** A picture that was chosen and is on its way. */
export interface Piece {
  readonly key: string
  readonly file: File
  /** Its small picture: an address inside this browser, once it is made, or that there will be none. */
  readonly preview: string | 'waiting' | 'none'
  /** What it shows, in words. */
  readonly alt: string
  /** What of it was sent along when it was hung. */
  readonly altSent: string
  /** Somebody is writing what it shows, at this moment: it must not be taken away under their hands. */
  readonly writing: boolean
  readonly stage: 'chosen' | 'sending' | 'sent' | 'hanging' | 'hung'
  /** Once it hangs. */
  readonly photoId: string | null
  /** Bytes that have arrived. */
  readonly arrived: number
  /** Names what has arrived whole; kept for another try. */
  readonly uploadId: string | null
  readonly problem: string | null
  /** Whether another try would end the same way. */
  readonly hopeless: boolean
  /** Told when the piece is taken away. */
  readonly left: AbortController
}

let made = 0

export function pieceOf(file: File): Piece {
  const problem = problemOf(file)
  return {
    key: `piece-${++made}`,
    file,
    preview: problem === null ? 'waiting' : 'none',
    alt: '',
    altSent: '',
    writing: false,
    photoId: null,
    stage: 'chosen',
    arrived: 0,
    uploadId: null,
    problem,
    hopeless: problem !== null,
    left: new AbortController(),
  }
}

/** Whether a try, or another one, could bring it onto the wall. */
export function canBeSent({ hopeless, stage }: Piece): boolean {
  return !hopeless && stage !== 'hung'
}

/** What can be told before a byte is sent. The server goes by the content, whatever a file is called. */
function problemOf(file: File): string | null {
  if (file.type && !file.type.startsWith('image/')) return notAPicture
  if (file.size === 0) return 'This file is empty.'
  if (file.size > photoLimits.bytes) return tooLarge
  return null
}
