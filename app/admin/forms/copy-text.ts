/** Copies the text; resolves with `false` if the browser does not allow it, so that the text can be selected instead. */
export async function copyText(text: string): Promise<boolean> {
  // In an insecure context `navigator.clipboard` is undefined.
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isCopied ?? false
}
