import { useEffect, useRef } from 'react'
import { href, useFetcher } from 'react-router'
import { passwordLimits, passwordRule } from '#portfolio/account/password.ts'
import type { Result } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { AccountSection } from './account-section.tsx'
import { RefusalAlert } from './refusal-alert.tsx'

/** The form for a new password. `result` is the page's action result, for submissions without JavaScript. */
export function ChangePassword({ email, result: pageResult }: { email: string; result: Result<unknown> | undefined }) {
  const { Form, state, data } = useFetcher<Result<unknown>>()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const pending = state !== 'idle'
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  useEffect(() => {
    if (data?.ok) form.current?.reset()
    else if (data) focusFirstError(form.current)
  }, [data])
  const result = pending ? undefined : (data ?? pageResult)
  const refusal = result?.ok === false ? result : undefined
  const errorOf = (name: string) => refusal?.fields?.[name]
  return (
    <AccountSection heading="Password">
      <Form method="post" action={href('/account')} ref={form}>
        <input type="hidden" name="intent" value="change-password" />
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={errorOf('password')}
          required
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={passwordLimits.min}
          hint={passwordRule}
          error={errorOf('newPassword')}
          required
        />
        {refusal ? (
          <RefusalAlert refusal={refusal.fields ? { ...refusal, message: 'The password was not changed.' } : refusal} />
        ) : null}
        <Button ref={button} type="submit" variant="secondary" disabled={pending}>
          {pending ? 'Loading' : 'Change password'}
        </Button>
      </Form>
      <StatusMessage>
        {result?.ok ? 'Your password has been changed. Your other sessions have ended.' : null}
      </StatusMessage>
    </AccountSection>
  )
}
