import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Skips revalidation if only the search changes, as when the viewer is opened, paged or closed. Both the page and the
 * root route need this. If only the root revalidated, its edition would be newer than the page's data, and the page
 * would not notice the changes that it missed.
 */
export function shouldRevalidateUnlessOnlySearchChanged(navigation: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl } = navigation
  const onlySearchChanged = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearchChanged && !navigation.formMethod ? false : navigation.defaultShouldRevalidate
}
