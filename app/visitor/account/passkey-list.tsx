import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { passkeyLimits } from '#portfolio/passkey/passkey.ts'
import type { Result } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { AccountSection } from './account-section.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { RefusalAlert } from './refusal-alert.tsx'
import styles from './account-section.module.css'

/** A passkey; its times are ages such as `3 days ago`. */
export interface ShownPasskey {
  readonly id: string
  readonly name: string
  readonly created: string
  readonly used: string | null
}

export function PasskeyList({ passkeys }: { passkeys: readonly ShownPasskey[] }) {
  return (
    <AccountSection heading="Passkeys">
      <p>
        With a passkey you log in by fingerprint, face, PIN or security key. Nobody can guess it or trick you into
        typing it elsewhere. Your password stays valid.
      </p>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} {...passkey} />
          ))}
        </ul>
      ) : null}
      {passkeys.length < passkeyLimits.perUser ? (
        <PasskeyButton
          create
          label="Add a passkey"
          action={href('/account')}
          start={{ intent: 'start-passkey' }}
          finish={{ intent: 'add-passkey' }}
        />
      ) : (
        <p className={styles.note}>You have {passkeyLimits.perUser} passkeys. Remove one to add another.</p>
      )}
    </AccountSection>
  )
}

function PasskeyItem({ id, name, created, used }: ShownPasskey) {
  const { submit, state, data } = useFetcher<Result<unknown>>()
  const [renaming, setRenaming] = useState(false)
  const [removing, setRemoving] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const ready = useHydrated()
  const post = (intent: string) => submit({ intent, id }, { method: 'post', action: href('/account') })
  useReturnFocus(() => renameButton.current, renaming)
  if (renaming) return <RenameForm id={id} name={name} onDone={() => setRenaming(false)} />
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        <p dir="auto">{name}</p>
        <p className={styles.note}>
          Added {created}; {used ? `last used ${used}` : 'not used yet'}
        </p>
        {data?.ok === false ? <RefusalAlert refusal={data} /> : null}
      </div>
      <div className={styles.actions}>
        <button
          ref={renameButton}
          type="button"
          className={styles.link}
          aria-label={`Rename ${name}`}
          disabled={!ready}
          onClick={() => setRenaming(true)}
        >
          Rename
        </button>
        <button
          type="button"
          className={`${styles.link} ${styles.danger}`}
          aria-label={`Remove ${name}`}
          disabled={!ready}
          onClick={() => setRemoving(true)}
        >
          Remove
        </button>
      </div>
      <ConfirmDialog
        open={removing}
        question={`Remove the passkey ‘${name}’? You will no longer be able to log in with it.`}
        yes="Yes, Remove"
        no="No"
        busy={state !== 'idle'}
        onYes={() => void post('remove-passkey').then(() => setRemoving(false))}
        onNo={() => setRemoving(false)}
      />
    </li>
  )
}

/** Defined outside the component, so that React calls it only when the field appears. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

function RenameForm({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const { Form, state, data } = useFetcher<Result<unknown>>()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (state === 'idle' && data?.ok) done()
  }, [state, data])
  return (
    <li className={styles.item}>
      <Form method="post" action={href('/account')}>
        <input type="hidden" name="intent" value="rename-passkey" />
        <input type="hidden" name="id" value={id} />
        <Field
          label="Name of the passkey"
          name="name"
          defaultValue={name}
          maxLength={passkeyLimits.name}
          error={data?.ok === false ? data.message : undefined}
          autoComplete="off"
          ref={focusOnce}
          required
        />
        <div className={styles.actions}>
          <Button type="submit" aria-disabled={state !== 'idle' || undefined}>
            Save
          </Button>
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </li>
  )
}
