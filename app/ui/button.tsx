import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the main action, `secondary` for the others, `danger` for deleting. */
  variant?: 'primary' | 'secondary' | 'danger'
}

export function Button({ variant = 'primary', type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />
}

/** The class name of a button, for links styled as buttons. */
export function buttonClass(variant: 'primary' | 'secondary' | 'danger', className = ''): string {
  return `${styles.button} ${styles[variant]} ${className}`.trim()
}
