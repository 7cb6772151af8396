import { expect } from 'vitest'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { eachDatabase } from '#tests/support/each-database.ts'
import { expectOk } from '#tests/support/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import type { Ports } from '#portfolio/ports.ts'
import { parseContrastMap } from './contrast-map.ts'
import { deriveNextPhoto } from './derive.ts'
import { releaseClaims } from './derive-queue.ts'

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

eachDatabase('the contrast of the hero is measured with its derivatives, or after an update', async (backend) => {
  const { ports, admin } = backend
  const uploadId = await backend.upload(await photoFile({ width: 600, height: 400 }))
  const { id } = expectOk(await attachPhoto(ports, admin, { projectId: null, place: 'hero', uploadId }))
  const contrastMap = async () =>
    (await ports.db.selectFrom('photos').select('contrastMap').where('id', '=', id).executeTakeFirst())?.contrastMap
  expect(await contrastMap()).toBe('')
  await deriveAll(ports)
  expect(parseContrastMap((await contrastMap()) ?? '')).not.toBeNull()
  const measured = await contrastMap()

  await ports.db.updateTable('photos').set({ contrastMap: '' }).where('id', '=', id).execute()
  await deriveAll(ports)
  expect(await contrastMap()).toBe('')
  await releaseClaims(ports)
  await deriveAll(ports)
  expect(await contrastMap()).toBe(measured)
})
