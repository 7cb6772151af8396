import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/each-database.ts'
import { testGallery, testPhoto, testProject } from '#tests/support/project-fixtures.ts'
import { decode } from '#tests/support/images/photo-files.ts'
import { deriveNextPhoto } from './derive.ts'
import { derivativeKey } from './derivatives.ts'

eachDatabase('a file left by an interrupted attempt is replaced', async (backend) => {
  const { ports, folder } = backend
  const {
    imageIds: [id = ''],
  } = await testGallery(backend, 1)
  const key = derivativeKey(id, 90, { format: 'webp', gamut: 'srgb' })
  await ports.files.write(key, Buffer.from('half'))
  await deriveNextPhoto(ports)
  expect(await decode(await readFile(join(folder, 'files', key)))).toMatchObject({ format: 'webp', width: 90 })
})

eachDatabase(
  'a derivative that would use reserved disk space is not stored, and the attempt does not count',
  async (backend) => {
    const projectId = await testProject(backend)
    const id = await testPhoto(backend, projectId)
    const { files } = backend.ports
    // 5 % of the disk space is reserved.
    const ports = { ...backend.ports, files: { ...files, freeSpace: async () => ({ free: 51, total: 1_000 }) } }
    expect(await deriveNextPhoto(ports)).toBe(true)
    expect(backend.logged.at(-1)?.detail.cause).toContain('the file store failed')
    const row = await ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', tries: 0, made: '' })
  },
)
