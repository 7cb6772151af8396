import { useRef } from 'react'
import { Form, href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useFormPending } from '#app/ui/use-form-pending.ts'

/** Ends the session; works without JavaScript. */
export function LogOutForm({ framed = false }: { framed?: boolean }) {
  const pending = useFormPending(href('/logout'))
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  const label = pending ? 'Loading' : 'Logout'
  return (
    <Form method="post" action={href('/logout')}>
      {framed ? (
        <Button ref={button} type="submit" disabled={pending}>
          {label}
        </Button>
      ) : (
        <button ref={button} type="submit" disabled={pending}>
          {label}
        </button>
      )}
    </Form>
  )
}
