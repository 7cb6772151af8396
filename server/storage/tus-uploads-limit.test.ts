import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { openUploadFolder } from './upload-folder.ts'
import { openTusUploads } from './tus-uploads.ts'

test('with 2,000 unattached uploads, no more can be created, but existing ones can be continued', async () => {
  const folder = await temporaryFolder()
  const uploads = openTusUploads(await openUploadFolder(folder), '/uploads', {
    info: () => {},
    warn: () => {},
    error: () => {},
  })
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const init = { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, ...(body && { body }) }
    return uploads.receive(new Request(`http://localhost:3000${path}`, init), 'anna')
  }
  const create = () => send('POST', '/uploads', { 'Upload-Length': '1' })
  const url = (await create()).headers.get('Location') ?? ''
  const names = Array.from({ length: 1_999 }, (_, n) => n.toString(16).padStart(32, '0'))
  for (const name of names) await writeFile(join(folder, name), '')

  const refused = await create()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  expect((await send('PATCH', url, part, 'x')).status).toBe(204)
  await rm(join(folder, names[0] ?? ''))
  expect((await create()).status).toBe(201)
})
