import { useEffect, useRef, useState, type ReactNode } from 'react'
import { data, Form, Link } from 'react-router'
import { drawn, submissionLimits, trap, type SubmissionField } from '#portfolio/contact/submission.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import type { Outcome } from '#portfolio/outcome.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { telephoneAddress, type Studio } from '#portfolio/studio/studio.ts'
import { answer, formOf, passOn } from '#app/answer.ts'
import { visitOf } from '#app/context.ts'
import { sayWhenCut } from '#app/offline.ts'
import { describePage } from '#app/showcase/describe-page.ts'
import { useSending } from '#app/showcase/sending.ts'
import { studioThing } from '#app/showcase/structured-data.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Said } from '#app/ui/said.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { Route } from './+types/contact.ts'
import styles from './contact.module.css'

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  describePage({
    title: 'Contact',
    description: 'Write to the studio about a shop, a room or a whole house: by form, by e-mail or by telephone.',
    path: '/contact',
    photo: studio?.hero ?? null,
    house: matches[0].loaderData,
    told: { kind: 'ContactPage', thing: (house) => (studio ? studioThing(house, studio) : null) },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { parts } = visitOf(context)
  const { name, city, phone, email, social, summary, hero } = await showStudio(parts)
  return { name, city, phone, email, social, summary, hero, stamp: parts.stamps.make(parts.now()) }
}

export const headers = passOn

export async function action({ request, context }: Route.ActionArgs) {
  const { parts, client } = visitOf(context)
  const form = await formOf(request)
  const outcome = await sendMessage(parts, Object.fromEntries(form), client)
  const answered = answer(outcome)
  return data({ ...answered.data, typed: outcome.ok ? null : typedIn(form) }, answered.init ?? undefined)
}

export function clientAction(call: Route.ClientActionArgs) {
  return sayWhenCut<null>(call)
}

export default function Contact({ actionData, loaderData: studio }: Route.ComponentProps) {
  return (
    <Sheet className={styles.contact}>
      <h1 className={styles.title}>Contact</h1>
      <div className={styles.form}>
        <MessageForm
          stamp={studio.stamp}
          outcome={actionData}
          typed={actionData && 'typed' in actionData ? actionData.typed : null}
        />
      </div>
      <Facts {...studio} />
    </Sheet>
  )
}

interface MessageFormProps {
  /** When the form was drawn, signed. */
  stamp: string
  outcome: Outcome | undefined
  /** What was typed, when the page was drawn anew without JavaScript. */
  typed: Typed | null
}

function MessageForm({ stamp, outcome, typed }: MessageFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // The page is read again now and then; the form has been here since the first time.
  const [since] = useState(stamp)
  const pending = useSending()
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(() => button.current, pending, { preventScroll: true })
  useEffect(() => {
    if (outcome?.ok) form.current?.reset()
  }, [outcome])

  // Without JavaScript the page is drawn anew with the answer, from its top: there it is read.
  const [first] = useState(outcome)
  const anew = outcome !== undefined && outcome === first
  const refusal = outcome?.ok === false ? outcome : undefined
  const told = (name: SubmissionField) => ({
    name,
    maxLength: submissionLimits[name],
    defaultValue: typed?.[name],
    error: refusal?.fields?.[name],
    required: true,
    // What is written on while it is sent would be gone when the form is empty again.
    readOnly: pending,
  })
  return (
    <Form method="post" ref={form} className={styles.fields} preventScrollReset>
      {anew ? <Answer outcome={outcome} /> : null}
      <input type="hidden" name={drawn} defaultValue={since} />
      <div className={styles.trap} aria-hidden>
        <input type="text" name={trap} tabIndex={-1} autoComplete="off" />
      </div>
      <div className={styles.pair}>
        <Field label="First name" autoComplete="given-name" {...told('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...told('lastName')} />
      </div>
      <Field label="E-mail" type="email" autoComplete="email" {...told('email')} />
      <Field label="Subject" {...told('subject')} />
      <Field label="Message" multiline {...told('message')} />
      {anew ? null : <Answer outcome={outcome} />}
      <div className={styles.end}>
        <Button ref={button} type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Send'}
        </Button>
        <p className={styles.privacy}>
          Your message is kept for 12 months and read by the studio only. <Link to="/privacy">Privacy notice</Link>
        </p>
      </div>
    </Form>
  )
}

function Answer({ outcome }: { outcome: Outcome | undefined }) {
  const refusal = outcome?.ok === false ? outcome : undefined
  return (
    <>
      <Said className={styles.told}>{outcome?.ok ? 'Message sent successfully!' : null}</Said>
      {refusal ? <Notice>Failed to send message.</Notice> : null}
      {refusal && !refusal.fields ? <p className={styles.why}>{refusal.message}</p> : null}
    </>
  )
}

function Facts({ city, phone, email, social }: Pick<Studio, 'city' | 'phone' | 'email' | 'social'>) {
  return (
    <dl className={styles.facts}>
      {city ? <Fact term="Studio">{city}</Fact> : null}
      {phone ? (
        <Fact term="Phone">
          <a href={telephoneAddress(phone)}>{phone}</a>
        </Fact>
      ) : null}
      {email ? (
        <Fact term="E-mail">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      ) : null}
      {social.href ? (
        <Fact term="Elsewhere">
          <a href={social.href} rel="me noopener">
            {social.label}
          </a>
        </Fact>
      ) : null}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Typed = Partial<Record<SubmissionField, string>>

function typedIn(form: FormData): Typed {
  const fields = Object.keys(submissionLimits) as SubmissionField[]
  return Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? '')]))
}
