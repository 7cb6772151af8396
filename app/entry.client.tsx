import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { prefetchPageModules } from './browser/module-prefetch.ts'
import { ignoreSkippedViewTransitions } from './browser/view-transitions.ts'
import { installRetryingFetch } from './browser/retrying-fetch.ts'

installRetryingFetch(window)
ignoreSkippedViewTransitions(document)
prefetchPageModules(window)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
