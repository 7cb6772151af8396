import { MailNotSent, type Mailer, type OutgoingMail, type Ports } from '#portfolio/ports.ts'
import type { TestBackend } from '#tests/support/test-backend.ts'

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

/** Fails like a mail server that answers this. Below 400 the connection breaks. */
export function notSent(code: number): MailNotSent {
  return new MailNotSent(`${code} no`, { permanent: code >= 500, unreachable: code < 400 })
}

/** A mailer that keeps what it sends, and fails with the next of `failures` before it sends anything. */
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
