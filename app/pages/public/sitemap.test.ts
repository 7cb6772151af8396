import { RouterContextProvider } from 'react-router'
import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { addValue } from '#portfolio/value/edit.ts'
import { setRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { loader } from './sitemap.ts'

async function readSitemap({ ports }: TestBackend): Promise<string> {
  // The loader reads only these parts of the context.
  const parts = { ports, origin, siteSummary: () => showSiteSummary(ports) } as unknown as RequestContext
  const context = setRequestContext(new RouterContextProvider(), parts)
  const response = await loader({ context } as unknown as Parameters<typeof loader>[0])
  return response.text()
}

eachDatabase('the sitemap lists the photos of the values that visitors see', async (backend) => {
  const { ports, admin } = backend
  const addPhoto = async (title: string) => {
    const { id } = expectOk(await asAdmin(ports, admin, (unit, admin) => addValue(unit, admin, { title, text: '' })))
    const photo = {
      projectId: null,
      place: 'value',
      valueId: id,
      uploadId: await backend.upload(),
      alt: 'Oak',
    } as const
    return expectOk(await attachPhoto(ports, admin, photo)).id
  }
  const shown = await addPhoto('Care')
  const untitled = await addPhoto('Soon')
  await ports.db.updateTable('studioValues').set({ title: '' }).where('title', '=', 'Soon').execute()
  while (await deriveNextPhoto(ports));
  const sitemap = await readSitemap(backend)
  expect(sitemap).toMatch(
    new RegExp(`<url><loc>${origin}/values</loc><image:image><image:loc>${origin}/photos/${shown}/`),
  )
  expect(sitemap).not.toContain(untitled)
})
