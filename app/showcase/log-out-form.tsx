import { useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { useSending } from './sending.ts'

/** Ends the session; works without JavaScript too. */
export function LogOutForm({ className, framed = false }: { className?: string | undefined; framed?: boolean }) {
  const pending = useSending('/logout')
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(() => button.current, pending, { preventScroll: true })
  const label = pending ? 'Loading' : 'Logout'
  return (
    <Form method="post" action="/logout" className={className}>
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
