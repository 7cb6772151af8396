import { useId, useRef } from 'react'
import { Form, href } from 'react-router'
import { emailLimit } from '#portfolio/account/account.ts'
import type { Refusal } from '#portfolio/result.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'

interface ChangeEmailProps {
  refusal?: Refusal | undefined
  typedEmail?: string
}

/** The form for a new e-mail address, for any page: it is posted to `/account/email`, which shows the result. */
export function ChangeEmail({ refusal, typedEmail = '' }: ChangeEmailProps) {
  const errorId = useId()
  const pending = useFormPending(href('/account/email'))
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <Form method="post" action={href('/account/email')}>
      <Field
        label="New e-mail"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={emailLimit}
        defaultValue={typedEmail}
        errorId={refusal?.fields?.['email'] && errorId}
        required
      />
      {refusal ? <AlertMessage id={errorId}>{refusal.message}</AlertMessage> : null}
      <Button ref={button} type="submit" variant="secondary" disabled={pending}>
        {pending ? 'Loading' : 'Change e-mail'}
      </Button>
    </Form>
  )
}
