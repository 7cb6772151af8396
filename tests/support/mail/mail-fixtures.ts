import { MailNotSent, type Mailer, type OutgoingMail, type Ports } from '#portfolio/ports.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'

/** The ports of a site with a mail server, and an admin whose account has this address. */
export async function withMail({ ports, admin }: TestBackend, email = 'anna@studio.example'): Promise<Ports> {
  const at = ports.now().toISOString()
  const times = { createdAt: at, updatedAt: at }
  await ports.db
    .insertInto('authUser')
    .values({ id: admin.userId, name: '', email, emailVerified: 0, image: null, ...times })
    .execute()
  return { ...ports, mailConfigured: true, mailServer: { host: 'mail.example', from: 'site@studio.example' } }
}

/** The error for a mail server that replies with this code. A code below 400 means that the connection broke. */
export function notSent(code: number): MailNotSent {
  return new MailNotSent(`${code} no`, { permanent: code >= 500, unreachable: code < 400 })
}

/** A mailer that records the e-mails that it sends. It first fails once with each of `failures`. */
export function fakeMailer(failures: Error[] = []): Mailer & { readonly sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return {
    sent,
    async send(mail) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(mail)
    },
  }
}
