import { useId, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'
import { emailLimit } from '#portfolio/account/account.ts'
import { passwordLimits } from '#portfolio/account/password.ts'
import type { Refusal } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'

interface CredentialsFormProps {
  submit: string
  isNewPassword: boolean
  passwordHint?: ReactNode
  refusal: Refusal | undefined
  /** The e-mail address as submitted. The server never returns the password. */
  typedEmail: string
  /** The only address that the form may be submitted with. */
  fixedEmail?: string
}

/** The e-mail and password form of log-in, sign-up, invitation and claim; works without JavaScript. */
export function CredentialsForm({
  submit,
  isNewPassword,
  passwordHint,
  refusal,
  typedEmail,
  fixedEmail = '',
}: CredentialsFormProps) {
  const errorId = useId()
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <Form method="post">
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete={isNewPassword ? 'email' : 'username'}
        maxLength={emailLimit}
        defaultValue={fixedEmail || typedEmail}
        readOnly={fixedEmail !== ''}
        errorId={refusal?.fields?.email && errorId}
        required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={isNewPassword ? 'new-password' : 'current-password'}
        minLength={isNewPassword ? passwordLimits.min : undefined}
        hint={passwordHint}
        errorId={refusal?.fields?.password && errorId}
        required
      />
      {refusal ? (
        <AlertMessage id={errorId}>
          {errorMessages(refusal).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </AlertMessage>
      ) : null}
      <Button ref={button} type="submit" disabled={pending}>
        {pending ? 'Loading' : submit}
      </Button>
    </Form>
  )
}

/** All messages are in one alert: repeated at the fields, they would be announced twice. */
function errorMessages({ message, fields }: Refusal): string[] {
  return fields ? Object.values(fields) : [message]
}
