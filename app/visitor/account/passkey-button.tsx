import { useRef } from 'react'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { usePasskey } from './use-passkey.ts'
import styles from './passkey-button.module.css'

type PasskeyButtonProps = Parameters<typeof usePasskey>[0] & { label: string }

/** A button that creates or uses a passkey, with a message if that fails. Hidden without JavaScript. */
export function PasskeyButton({ label, ...call }: PasskeyButtonProps) {
  const { pending, failure, run } = usePasskey(call)
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(() => button.current, pending, { preventScroll: true })
  return (
    <div className={styles.passkey}>
      {failure ? <AlertMessage>{failure}</AlertMessage> : null}
      <Button ref={button} variant="secondary" disabled={pending} onClick={run}>
        {pending ? 'Loading' : label}
      </Button>
    </div>
  )
}
