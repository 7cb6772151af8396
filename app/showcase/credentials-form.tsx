import { useId, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'
import { emailLimit, passwordLimits } from '#portfolio/account/account.ts'
import type { Refusal } from '#portfolio/outcome.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useSending } from './sending.ts'

interface CredentialsFormProps {
  submit: string
  /** Whether the password is chosen here, or known already. */
  choosing: boolean
  passwordHint?: ReactNode
  refusal: Refusal | undefined
  /** The address as it was sent; the password is never sent back. */
  typedEmail: string
}

/** E-mail and password, for signing up and for logging in; works without JavaScript. */
export function CredentialsForm({ submit, choosing, passwordHint, refusal, typedEmail }: CredentialsFormProps) {
  const block = useId()
  const pending = useSending()
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(() => button.current, pending, { preventScroll: true })
  return (
    <Form method="post">
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete={choosing ? 'email' : 'username'}
        maxLength={emailLimit}
        defaultValue={typedEmail}
        errorAt={refusal?.fields?.email && block}
        required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={choosing ? 'new-password' : 'current-password'}
        minLength={choosing ? passwordLimits.min : undefined}
        hint={passwordHint}
        errorAt={refusal?.fields?.password && block}
        required
      />
      {refusal ? (
        <Notice id={block}>
          {sentencesOf(refusal).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      ) : null}
      <Button ref={button} type="submit" disabled={pending}>
        {pending ? 'Loading' : submit}
      </Button>
    </Form>
  )
}

/** The one block of two short fields says everything; repeated at each field it would be read twice. */
function sentencesOf({ message, fields }: Refusal): string[] {
  return fields ? Object.values(fields) : [message]
}
