/** Focuses the first invalid field of a form; the field is described by its error. */
export function focusFirstError(form: HTMLFormElement | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
