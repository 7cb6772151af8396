import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import type { SetupProps } from './setup-props.ts'

interface SetupFormProps extends Pick<SetupProps, 'result' | 'next'> {
  /** The intent and label of each button; the first is the primary button. */
  buttons: readonly (readonly [intent: string, label: string])[]
  children?: ReactNode
}

/** The form of a setup screen, with a link that skips the screen. Works without JavaScript. */
export function SetupForm({ buttons, next, result, children }: SetupFormProps) {
  const pending = useFormPending()
  return (
    <Form method="post" className="tool-setup-form">
      {children}
      {result?.ok === false ? <FailureMessage message="This was not saved." reason={result} /> : null}
      <div className="tool-setup-buttons">
        {buttons.map(([intent, label], index) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            variant={index === 0 ? 'primary' : 'secondary'}
            aria-disabled={pending || undefined}
            onClick={(event) => pending && event.preventDefault()}
          >
            {label}
          </Button>
        ))}
        <Link to={next} className="tool-link">
          Skip for now
        </Link>
      </div>
    </Form>
  )
}
