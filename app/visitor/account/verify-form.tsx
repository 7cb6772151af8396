import { useId, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface VerifyFormProps {
  email: string
  hasPasskeys: boolean
  refusal: Refusal | undefined
}

export function VerifyForm({ email, hasPasskeys, refusal }: VerifyFormProps) {
  const { pathname, search } = useLocation()
  const errorId = useId()
  const pending = useFormPending()
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <>
      <Form method="post">
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint={`For ${email}`}
          errorId={refusal?.fields?.['password'] && errorId}
          required
        />
        {refusal ? <AlertMessage id={errorId}>{refusal.message}</AlertMessage> : null}
        <Button ref={button} type="submit" disabled={pending}>
          {pending ? 'Loading' : 'Continue'}
        </Button>
      </Form>
      {hasPasskeys ? (
        <PasskeyButton
          label="Use a passkey"
          action={pathname + search}
          start={{ intent: 'start-passkey' }}
          finish={{ intent: 'use-passkey' }}
        />
      ) : null}
    </>
  )
}
