import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './field.module.css'

interface Told {
  label: string
  name: string
  /** Said before anything is wrong, such as the rule for a password. */
  hint?: ReactNode
  /** The sentence for a value that was refused. */
  error?: string | undefined
  /** The id of the message that says it instead, close by. */
  errorAt?: string | undefined
}

type LineProps = ({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>)

type FieldProps = Told & LineProps

/** One line (or, `multiline`, several) to write on, with its label, hint and error in words. */
export function Field({ label, hint, error, errorAt, ...rest }: FieldProps) {
  const id = useId()
  const told = {
    id,
    'aria-invalid': error || errorAt ? true : undefined,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`, errorAt].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Line {...rest} {...told} />
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

function Line(props: LineProps) {
  if (props.multiline) {
    const { multiline: _, ...rest } = props
    return <textarea rows={5} dir="auto" {...rest} className={`${styles.line} ${styles.lines}`} />
  }
  const { multiline: _, ...rest } = props
  return <input type="text" dir="auto" {...rest} className={styles.line} />
}
