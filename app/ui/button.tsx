import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** `plain` for the one thing to do, `quiet` for the rest, `danger` for what destroys. */
  tone?: 'plain' | 'quiet' | 'danger'
}

/** A button; `type="button"` unless told otherwise. */
export function Button({ tone = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={buttonLook(tone, className)} {...rest} />
}

/** The look of a button, for links that are shown as one. */
export function buttonLook(tone: 'plain' | 'quiet' | 'danger', more = ''): string {
  return `${styles.button} ${styles[tone]} ${more}`.trim()
}
