import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useSending } from './sending.ts'

/** Ends the session; works without JavaScript too. */
export function LogOutForm({ className, framed = false }: { className?: string | undefined; framed?: boolean }) {
  const pending = useSending('/logout')
  const label = pending ? 'Loading' : 'Logout'
  return (
    <Form method="post" action="/logout" className={className}>
      {framed ? (
        <Button type="submit" disabled={pending}>
          {label}
        </Button>
      ) : (
        <button type="submit" disabled={pending}>
          {label}
        </button>
      )}
    </Form>
  )
}
