/** The pages that visitors see while the site is closed, by the first segment of their routes. */
const shownWhileClosed = [
  'contact',
  'privacy',
  'login',
  'signup',
  'logout',
  'account',
  'claim',
  'reset',
  'invite',
  'confirm',
  'confirm-mail',
  'private',
  // An unknown path.
  '*',
]

/** Whether visitors of a closed site see 'Opening soon' in place of the page with this route pattern. */
export function isHiddenWhileClosed(pattern: string): boolean {
  return !shownWhileClosed.includes(pattern.split('/').find(Boolean) ?? '')
}

/** Title and description of the page for visitors of a closed site: as data, so that others do not download them. */
export function openingSoonPage(name: string, city: string) {
  return { title: 'Opening soon', description: [name, city].filter(Boolean).join(', ') }
}
