import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchPagesAhead } from './ahead.ts'
import { letFadesBeCutOff } from './fades.ts'
import { readPatiently } from './patient.ts'

readPatiently(window)
letFadesBeCutOff(document)
fetchPagesAhead(window)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
