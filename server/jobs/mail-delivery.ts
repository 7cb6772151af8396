import { deliverNextMail } from '#portfolio/mail/deliver.ts'
import type { Mailer, Ports } from '#portfolio/ports.ts'
import { traceJob } from '#server/telemetry/channels.ts'

/** The next batch, at most a minute later, sends the rest. */
const maxBatch = 50

export interface MailDelivery {
  /** Sends the e-mails that are due. A call during a batch starts another batch after it. */
  wake(): void
  /** Resolves when no batch is being sent. */
  idle(): Promise<void>
}

/** Sends e-mails one after the other, in batches of 50. A batch ends when the mail server accepts no mail. */
export function openMailDelivery(
  ports: Ports,
  mailer: Mailer,
  isStopped: () => boolean,
  onFailure: (error: unknown) => void,
): MailDelivery {
  const sent = new Set<string>()
  let batch: Promise<void> | null = null
  let isWokenAgain = false

  const sendBatch = async () => {
    const deliver = () => traceJob('deliverNextMail', () => deliverNextMail(ports, mailer, sent))
    for (let n = 0; n < maxBatch && !isStopped(); n++) if (!(await deliver())) return
  }
  const wake = () => {
    isWokenAgain = batch !== null
    if (isWokenAgain || isStopped()) return
    batch = sendBatch()
      .catch(onFailure)
      .finally(() => {
        batch = null
        if (isWokenAgain) wake()
      })
  }
  return {
    wake,
    idle: async () => {
      while (batch) await batch
    },
  }
}
