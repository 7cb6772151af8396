import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { installPageDataCache } from './browser/page-data.ts'
import { patchViewTransitions } from './browser/view-transitions.ts'
import { installRetryingFetch } from './browser/retrying-fetch.ts'

installRetryingFetch(window)
installPageDataCache(window)
patchViewTransitions(document)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
