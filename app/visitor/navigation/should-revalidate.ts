import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Skips revalidation while only the search changes, as when the viewer is opened, paged or closed. The root route needs
 * this as well as the page: a root edition newer than the page's data would hide the changes that the page has missed.
 */
export function shouldRevalidateUnlessPaging(navigation: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl } = navigation
  const isPaging = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isPaging && !navigation.formMethod ? false : navigation.defaultShouldRevalidate
}
