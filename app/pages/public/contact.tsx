import { lazy, useEffect, useRef, useState, type ReactNode } from 'react'
import { data, Form, href, Link } from 'react-router'
import { timestampField, honeypotField, type MessageField } from '#portfolio/contact/message.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import type { Result } from '#portfolio/result.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts, telephoneAddress, type SavedText, type Studio } from '#portfolio/studio/studio.ts'
import { readFormData } from '#app/requests/form-data.ts'
import { forwardHeaders, respondWith } from '#app/requests/responses.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { callServerAction } from '#app/requests/client-action.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { useActionResult } from '#app/ui/use-action-result.ts'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { readTexts, type MessageTexts } from '#app/visitor/contact/stored-message.ts'
import { characterCount } from '#app/visitor/contact/message-length.ts'
import { useMessageTexts } from '#app/visitor/contact/use-message-texts.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { mailLink } from '#app/ui/mail-link.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { StudioText, useTextEditing } from '#app/studio-text.tsx'
import type { Route } from './+types/contact.ts'
import styles from './contact.module.css'

const SocialLinksEditor = lazy(() => import('#app/admin/screens/studio/social-links-editor.tsx'))
const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  pageMeta({
    title: 'Contact',
    description: 'Write to the studio about a shop, a room or a whole house: by form, by e-mail or by telephone.',
    path: href('/contact'),
    photo: studio?.hero ?? null,
    site: matches[0].loaderData,
    structuredData: { type: 'ContactPage', subject: studio && { studio } },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, audience, siteSummary } = getRequestContext(context)
  const [studio, { visibility }] = await Promise.all([showStudio(ports), siteSummary()])
  const { city, country, phone, email, links, searchDescription, hero } = studio
  return {
    city,
    country,
    phone,
    email,
    links,
    searchDescription,
    // A closed site does not show its pictures to visitors.
    hero: visibility === 'closed' ? null : hero,
    saved: audience === 'admins' ? savedTexts(studio, 'city', 'phone', 'email') : null,
    timestamp: ports.timestamps.sign(ports.now()),
  }
}

export const headers = forwardHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const { ports, rateLimitKey } = getRequestContext(context)
  const form = await readFormData(request)
  const result = await sendMessage(ports, Object.fromEntries(form), rateLimitKey)
  const response = respondWith(result)
  return data({ ...response.data, typed: result.ok ? null : readTexts(form) }, response.init ?? undefined)
}

export function clientAction(call: Route.ClientActionArgs) {
  return callServerAction<null>(call)
}

export default function Contact({ actionData, loaderData: studio }: Route.ComponentProps) {
  const result = useActionResult(actionData)
  return (
    <PageContainer className={styles.contact}>
      <h1 className={styles.title}>Contact</h1>
      <ContactDetails {...studio} />
      <div className={styles.form}>
        <MessageForm
          timestamp={studio.timestamp}
          result={result}
          typed={result && 'typed' in result ? result.typed : null}
        />
      </div>
    </PageContainer>
  )
}

interface MessageFormProps {
  /** The signed time at which the form was rendered. */
  timestamp: string
  result: Result | undefined
  /** The fields as submitted without JavaScript. */
  typed: MessageTexts | null
}

function MessageForm({ timestamp, result, typed }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // Revalidation returns newer timestamps; this is when the form was first shown.
  const [firstTimestamp] = useState(timestamp)
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  // Without JavaScript the page loads with the result, which is then shown above the fields.
  const [firstResult] = useState(result)
  const resultFirst = result !== undefined && result === firstResult
  const { texts, storedTimestamp, errorOf, firstError, allCorrected, ...handlers } = useMessageTexts(
    form,
    result,
    typed,
  )
  useEffect(() => {
    if (!pending && !resultFirst && result?.ok === false) focusFirstError(form.current)
  }, [result, resultFirst, pending])
  const shownResult = allCorrected ? undefined : result
  const fieldProps = (name: MessageField) => ({
    name,
    defaultValue: typed?.[name],
    error: errorOf(name),
    hint: characterCount(name, texts[name]),
    autoFocus: resultFirst && name === firstError,
    required: true,
    // Text typed while the message is being sent would be lost when the form is reset.
    readOnly: pending,
  })
  return (
    <Form method="post" ref={form} className={styles.fields} preventScrollReset {...handlers}>
      {resultFirst ? <FormResult result={shownResult} /> : null}
      <input type="hidden" name={timestampField} defaultValue={storedTimestamp ?? firstTimestamp} />
      <div className={styles.honeypot} aria-hidden>
        {/* Text browsers show this label. */}
        <label>
          Leave this empty <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className={styles.fieldPair}>
        <Field label="First name" autoComplete="given-name" {...fieldProps('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...fieldProps('lastName')} />
      </div>
      <Field label="E-mail" type="email" autoComplete="email" {...fieldProps('email')} />
      <Field label="Subject" {...fieldProps('subject')} />
      <Field label="Message" multiline {...fieldProps('message')} />
      {resultFirst ? null : <FormResult result={shownResult} />}
      <div className={styles.submitRow}>
        <Button ref={button} type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Send'}
        </Button>
        <p className={styles.privacy}>
          Your message is kept for 12 months and read by the studio only.{' '}
          <Link to={href('/privacy')}>Privacy notice</Link>
        </p>
      </div>
    </Form>
  )
}

function FormResult({ result }: { result: Result | undefined }) {
  const refusal = result?.ok === false ? result : undefined
  return (
    <>
      <StatusMessage className={styles.success}>{result?.ok ? 'Message sent successfully!' : null}</StatusMessage>
      {refusal ? (
        <AlertMessage reason={refusal.fields ? null : refusal.message}>Failed to send message.</AlertMessage>
      ) : null}
    </>
  )
}

interface ContactDetailsProps extends Pick<Studio, 'city' | 'phone' | 'email' | 'links'> {
  saved: Readonly<Record<'city' | 'phone' | 'email', SavedText>> | null
}

function ContactDetails({ city, phone, email, links, saved }: ContactDetailsProps) {
  const editing = useTextEditing()
  return (
    <dl className={styles.details}>
      {city || saved ? (
        <Detail term="Studio">
          <StudioText field="city" saved={saved?.city} editing={editing}>
            <span dir="auto">{city}</span>
          </StudioText>
        </Detail>
      ) : null}
      {phone || saved ? (
        <Detail term="Phone">
          <StudioText field="phone" saved={saved?.phone} editing={editing}>
            <a href={telephoneAddress(phone)}>{phone}</a>
          </StudioText>
        </Detail>
      ) : null}
      {email || saved ? (
        <Detail term="E-mail">
          <StudioText field="email" saved={saved?.email} editing={editing}>
            <a href={mailLink(email)}>{email}</a>
          </StudioText>
        </Detail>
      ) : null}
      {saved ? (
        <Detail term="Elsewhere">
          <SocialLinksEditor links={links} />
          <UnsavedChangesDialog />
        </Detail>
      ) : links.length > 0 ? (
        <Detail term="Elsewhere">
          {links.map(({ id, href, label }) => (
            <a key={id} href={href} rel="me noopener" className={styles.link}>
              {label}
            </a>
          ))}
        </Detail>
      ) : null}
    </dl>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
