import type { Parts } from '#portfolio/parts.ts'

/** What the doors are given: the parts, the door for uploads, and the way to close it all. */
export interface Machines {
  readonly parts: Parts
  /** Writes to the database as a change does; throws what a change would meet. */
  readonly tryStore: () => Promise<void>
  /** Answers one request of the upload protocol; the caller has checked who asks. */
  readonly receiveUpload: (request: Request, userId: string) => Promise<Response>
  /** Sets who is called when the clock has something to make. */
  readonly onWake: (listen: () => void) => void
  /** Leaves nothing of what was deleted in the files of the database; `false` while somebody still reads it there. */
  readonly scrub: () => Promise<boolean>
  readonly close: () => Promise<void>
}
