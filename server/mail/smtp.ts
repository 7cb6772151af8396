import { createTransport } from 'nodemailer'
import { MailNotSent, type Mailer } from '#portfolio/ports.ts'
import { htmlPart } from './html-part.ts'

export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Otherwise STARTTLS is used if the server offers it. */
  readonly secure: boolean
  readonly user: string
  /** Empty, like `user`, for a server without authentication. */
  readonly password: string
  readonly from: { readonly name: string; readonly address: string }
}

/** The time limit of a whole attempt. An e-mail that exceeds it is sent again later, with the same Message-ID. */
const maxSendMs = 90_000

const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends each e-mail over its own SMTP connection. A password is sent only over TLS, except to this machine. */
export function openMailer(settings: SmtpSettings, origin: string): Mailer {
  const { host, port, secure, user, password, from } = settings
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)
  const transport = createTransport({
    ...timeouts,
    host,
    port,
    secure,
    name: new URL(origin).hostname,
    ...(user && { auth: { user, pass: password } }),
    requireTLS: !secure && user !== '' && !isLocal,
    // A mail server on the same machine often has a self-signed certificate.
    tls: { rejectUnauthorized: !isLocal },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, recipient, subject, text, replyTo }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          envelope: { from: from.address, to: [recipient] },
          subject,
          text,
          html: htmlPart(text, origin),
          messageId: `<${id}@${domain}>`,
          // Prevents out-of-office replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(maxSendMs),
        })
      } catch (error) {
        throw toMailNotSent(error)
      }
    },
  }
}

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
}

// Only a refusal of this e-mail with a code other than 4xx is permanent: log-ins and connections may work again later.
function toMailNotSent(error: unknown): MailNotSent {
  const { message, code, responseCode, response } = error as SmtpError
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const permanent = isAboutMail && (responseCode === undefined || responseCode >= 500)
  return new MailNotSent(isAboutMail && response ? response : message, { permanent, unreachable: !isAboutMail })
}
