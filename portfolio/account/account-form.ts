import { z } from 'zod'
import { emailAddress } from '#portfolio/form-fields.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { refused, type Result } from '#portfolio/result.ts'
import { emailLimit } from './account.ts'

/** Who submits a form; `clientAddress` is what rate limits count. */
export interface Caller {
  readonly headers: Headers
  readonly clientAddress: string
}

/** An e-mail address as it is stored: trimmed and in lower case. */
export const accountEmail = z
  .string({ error: 'The e-mail address is required.' })
  .trim()
  .min(1, { error: 'The e-mail address is required.', abort: true })
  .max(emailLimit, { error: `The e-mail address can have at most ${emailLimit} characters.`, abort: true })
  .pipe(z.email('This is not a valid e-mail address.'))
  .pipe(emailAddress)
  .transform((address) => address.toLowerCase())

/** Turns a database failure into a refusal, so that the form stays on the page. */
export async function refuseWhenDatabaseFails<T>(
  { log }: Pick<Ports, 'log'>,
  command: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    log.error('the database failed in an account form', { cause: String(error.cause) })
    return refused('unavailable', 'This cannot be done right now. Please try again in a moment.')
  }
}
