import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Skips revalidation if only the search changes, as when the viewer is opened, paged or closed. Both the page and the
 * root route need this: a root edition newer than the page's data would hide the changes that the page has missed.
 */
export function shouldRevalidateUnlessPaging(navigation: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl } = navigation
  const isPaging = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isPaging && !navigation.formMethod ? false : navigation.defaultShouldRevalidate
}
