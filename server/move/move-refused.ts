import { oneLine } from '#server/database/one-line.ts'

/** A site cannot be moved. The message, which may contain the names of files, says what the operator can do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'

  constructor(message: string) {
    super(oneLine(message))
  }
}
