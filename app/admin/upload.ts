import { DetailedError, Upload } from 'tus-js-client'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Gate } from './gate.ts'
import { notAPicture, tooLarge } from './sentences.ts'

const endpoint = '/uploads'
/**
 * So much is sent in vain at most when the line is cut. The site keeps every byte that came, but a browser may send
 * the whole request once more by itself before anybody here hears of the cut.
 */
const chunkBytes = 2 * 1024 * 1024
const retryDelaysMs = [0, 500, 1_500, 4_000, 8_000]

/** What accompanies a file on its way. */
export interface Way {
  /** Where an earlier try was sent: it goes on there, at its offset. */
  readonly known: string | null
  readonly onAddress: (address: string) => void
  /** Bytes that have arrived. */
  readonly onProgress: (arrived: number) => void
  /** While it is held, nothing is sent. */
  readonly gate: Gate
  /** Ends it. With the reason `left-out` the site may forget what has arrived; else it goes on another time. */
  readonly stop: AbortSignal
}

/** Sends one file piece by piece, and goes on where an earlier try was cut off. Answers with the upload's id. */
export function sendFile(file: File, { known, gate, stop, ...tell }: Way): Promise<Outcome<string>> {
  return new Promise((resolve) => {
    let address = known
    let renewed = false
    // The one whose events count: what was stopped may still have something to say.
    let current: Upload | null = null

    const begin = () => {
      const upload = new Upload(file, {
        // With an endpoint at hand, a site that is in trouble for a moment would be sent the whole file anew.
        endpoint: address ? null : endpoint,
        uploadUrl: address,
        metadata: { filename: file.name },
        chunkSize: chunkBytes,
        retryDelays: retryDelaysMs,
        storeFingerprintForResuming: false,
        onShouldRetry: (error) => upload === current && isPassing(statusOf(error)),
        onUploadUrlAvailable: () => {
          if (upload !== current || !upload.url) return
          address = upload.url
          upload.options.endpoint = null
          tell.onAddress(address)
        },
        onProgress: (sent) => upload === current && tell.onProgress(sent),
        onSuccess: () => upload === current && settle(done(address?.split('/').at(-1) ?? '')),
        onError: (error) => {
          if (upload !== current) return
          if (!address || renewed || !isGone(statusOf(error))) return settle(refusalOf(error))
          renewed = true
          address = null
          begin()
        },
      })
      current = upload
      upload.start()
    }
    const rest = (forGood: boolean) => {
      const upload = current
      current = null
      // If the site does not hear of it, its sweep does the same.
      upload?.abort(forGood).catch(() => {})
    }
    const leaveGate = gate.listen(() => (gate.held() ? rest(false) : begin()))
    const end = () => {
      rest(stop.reason === 'left-out')
      settle(refused('unavailable', 'The file was left out.'))
    }
    const settle = (outcome: Outcome<string>) => {
      // From now on its bytes may be in use: taking the file off the tray must not take them back.
      stop.removeEventListener('abort', end)
      leaveGate()
      current = null
      resolve(outcome)
    }
    stop.addEventListener('abort', end)
    if (!gate.held()) begin()
  })
}

/** No answer at all, a site in trouble, an upload that another request still holds: worth another try. */
function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || [409, 423, 429].includes(status)
}

function isGone(status: number): boolean {
  return status === 404 || status === 410
}

function refusalOf(error: Error): Outcome<never> {
  const status = statusOf(error)
  if (status === 401) return refused('no-session', 'Please log in first.')
  if (status === 403) return refused('not-admin', 'This is for the studio’s own people.')
  if (status === 413) return refused('too-large', tooLarge)
  if (status === 415) return refused('wrong-type', notAPicture)
  if (status === 507) return refused('full', 'The storage is full. The picture was not added.')
  return refused('unavailable', 'The file did not arrive. Please check the connection and try again.')
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : -1
}
