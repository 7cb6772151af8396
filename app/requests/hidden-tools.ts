const cookie = 'enfilade-tools'
/** The longest lifetime that browsers grant a cookie (RFC 6265bis, 5.5). */
const lifetimeSeconds = 400 * 24 * 60 * 60

export function areToolsHidden(headers: Headers): boolean {
  return headers.get('Cookie')?.split('; ').includes(`${cookie}=hidden`) === true
}

/** The `Set-Cookie` header that hides the admin tools in this browser, or shows them again. It gives no permission. */
export function toolsCookie({ hidden, origin }: { readonly hidden: boolean; readonly origin: string }): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
  return `${cookie}=${hidden ? 'hidden' : ''}; Max-Age=${hidden ? lifetimeSeconds : 0}; ${attributes}`
}
