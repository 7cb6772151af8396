import { useId, type ComponentProps, type FocusEvent, type ReactNode } from 'react'
import styles from './field.module.css'

interface FieldTexts {
  label: string
  name: string
  /** Always shown, such as the password rules. */
  hint?: ReactNode
  error?: string | undefined
  /** The id of an element elsewhere that contains the error. */
  errorId?: string | undefined
}

type ControlProps =
  | ({ multiline?: false } & ComponentProps<'input'>)
  | ({ multiline: true } & ComponentProps<'textarea'>)

type FieldProps = FieldTexts & ControlProps

export function Field({ label, hint, error, errorId, ...rest }: FieldProps) {
  const id = useId()
  const aria = {
    id,
    'aria-invalid': error || errorId ? true : undefined,
    onFocus: scrollBelowNavbar,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Control {...rest} {...aria} />
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** The height of the navbar and a label, with their margins. */
const topClearancePx = 128

/** Browsers scroll to the input but not to its label, and WebKit ignores `scroll-padding`. */
function scrollBelowNavbar({ currentTarget }: FocusEvent): void {
  const isCovered = currentTarget.getBoundingClientRect().top < topClearancePx
  if (isCovered) currentTarget.parentElement?.scrollIntoView({ block: 'nearest' })
}

function Control(props: ControlProps) {
  if (props.multiline) {
    const { multiline: _, ...rest } = props
    return <textarea rows={5} dir="auto" {...rest} className={`${styles.input} ${styles.multiline}`} />
  }
  const { multiline: _, ...rest } = props
  return <input type="text" dir="auto" {...rest} className={styles.input} />
}
