import { lazy } from 'react'
import { href, Link } from 'react-router'
import { sessionLifetime } from '#portfolio/account/session-lifetime.ts'
import { messageRetentionMonths } from '#portfolio/contact/message.ts'
import { mailRetentionDays } from '#portfolio/mail/mail.ts'
import type { MailServer } from '#portfolio/ports.ts'
import { paragraphsOf } from '#portfolio/paragraphs.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts } from '#portfolio/studio/studio.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { mailLink } from '#app/ui/mail-link.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import { StudioText, useTextEditing } from '#app/studio-text.tsx'
import { useRootData } from '#app/use-root-data.ts'
import type { Route } from './+types/privacy.ts'
import styles from './privacy.module.css'

const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Privacy',
    description: 'What the studio keeps when you write to it or create an account, why, and for how long.',
    path: href('/privacy'),
    site: matches[0].loaderData,
    structuredData: { type: 'WebPage' },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, audience } = getRequestContext(context)
  const studio = await showStudio(ports)
  const { city, email, privacyParagraph } = studio
  const saved = audience === 'admins' ? savedTexts(studio, 'privacyParagraph') : null
  return { city, email, privacyParagraph, saved, ...describeMail(ports.mailServer) }
}

/** The sentences that depend on the mail server: loader data, so that visitors do not download them again as code. */
function describeMail(mailServer: MailServer | null) {
  const recipients = describeRecipients(mailServer)
  if (!mailServer) return { recipients, mail: '', mailUntil: '' }
  return {
    recipients,
    mail: `When this site sends an e-mail, to you or to us about you, we keep the address that it goes to and whether it was sent. We keep its text only until it is sent or given up on, except for a message of yours that could not be sent.`,
    mailUntil: `E-mails: ${mailRetentionDays} days.`,
  }
}

function describeRecipients(mailServer: MailServer | null): string {
  if (!mailServer) return 'Nobody outside the studio. Nothing is sold or passed on.'
  return `Nobody outside the studio, but a copy of your message goes to our own mailboxes by e-mail, through the mail server ${mailServer.host}. Nothing is sold or passed on.`
}

const dayMs = 24 * 60 * 60_000
const [idleDays, maxAgeDays] = [sessionLifetime.idleMs / dayMs, sessionLifetime.maxAgeMs / dayMs]

export default function Privacy({ loaderData: studio }: Route.ComponentProps) {
  const editing = useTextEditing()
  const place = [useRootData().name, studio.city].filter(Boolean).join(', ')
  return (
    <PageContainer className={styles.notice}>
      <h1>Privacy</h1>
      <h2>Who</h2>
      <p>
        {place} decides what is kept and why.{' '}
        {studio.email ? (
          <>
            Write to <a href={mailLink(studio.email)}>{studio.email}</a> about anything on this page.
          </>
        ) : (
          <>
            Write to us through the <Link to={href('/contact')}>contact form</Link> about anything on this page.
          </>
        )}
      </p>
      <h2>What we keep, and why</h2>
      <p>
        When you use the contact form we keep your first and last name, e-mail address, subject and message, when it was
        sent, and whether we have read and answered it. We use them to answer you and for nothing else; the legal basis
        is our legitimate interest in answering people who write to us.
      </p>
      <p>
        When you create an account we keep your e-mail address, a fingerprint of your password from which the password
        cannot be read; for each browser in which you are signed in, a label such as ‘Firefox on Windows’ by which you
        can recognise it, and when you logged in and last used the site; and for each passkey that you add, its public
        key, its name, and when you added and last used it. The legal basis is the agreement to give you an account.
        When we invite you to one, or you change your address, we keep the new address until it is confirmed.{' '}
        {studio.mail}
      </p>
      <p>
        To keep out people who guess passwords, and bots, we count attempts to sign in, sign up and write, under a
        fingerprint of the network address; and when a request is refused, its address goes into the log of the site.
        The legal basis is our legitimate interest in keeping what you entrust to us safe.
      </p>
      <p>
        When we send you a private link to a project, we keep the name that we made it for, how often it was opened, and
        when it was opened last, to know whether it has reached you. The legal basis is our legitimate interest in
        showing you our work.
      </p>
      <h2>How long</h2>
      <p>
        Messages: {messageRetentionMonths} months, then they are deleted; a message that we delete earlier can be
        restored for 30 days. An account: until you ask for it to be deleted. Its sessions: until they end. An address
        that is not confirmed: two weeks at most. {studio.mailUntil} Private links: at most 30 days after their last
        day. Counts: 31 days at most. What was deleted stays in the backups of the site for up to five weeks more.
      </p>
      <h2>Who else sees it</h2>
      <p>{studio.recipients}</p>
      <h2>No tracking</h2>
      <p>
        There are no trackers, no advertising and nothing from other sites on these pages. One cookie is set when you
        sign in, because signing in needs it; it ends when you log out, after {idleDays} days without a visit, and after{' '}
        {maxAgeDays} days at the latest. A second one, which stays for 400 days, is sent back only when you log in: it
        lets you in while somebody else is guessing at your password. A third is set for five minutes when you log in
        with a passkey. A fourth, for up to 400 days, remembers that somebody at the studio has hidden the editing
        tools. What you type into the contact form stays in its tab until it is sent.
      </p>
      {studio.privacyParagraph || studio.saved ? (
        <>
          <h2>What else</h2>
          <StudioText field="privacyParagraph" saved={studio.saved?.privacyParagraph} editing={editing}>
            {paragraphsOf(studio.privacyParagraph).map((paragraph, index) => (
              <p key={index} dir="auto">
                {paragraph}
              </p>
            ))}
          </StudioText>
          {studio.saved ? <UnsavedChangesDialog /> : null}
        </>
      ) : null}
      <h2>Your rights</h2>
      <p>
        Under UK data protection law you may ask for a copy of what we keep about you, have it corrected or deleted,
        have its use restricted, object to its use, or receive it in a form that other software can read. Ask us, and it
        will be done within one month.
      </p>
      <h2>How to complain</h2>
      <p>
        Tell us first, if you like. You may also complain to the Information Commissioner’s Office (ICO), the UK’s
        authority for data protection: <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk/make-a-complaint</a>,
        telephone 0303&nbsp;123&nbsp;1113.
      </p>
    </PageContainer>
  )
}
