import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAsOperator } from '#portfolio/account/as-admin.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { sharePrivately } from '#portfolio/private-link/edit.ts'
import { privateLinkPath } from '#portfolio/private-link/private-link.ts'
import { listPrivateLinks } from '#portfolio/private-link/read.ts'
import { withdrawProject } from '#portfolio/project/edit.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { derivativePath } from '#tests/support/images/derivative-path.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { runCommand } from '#tests/support/transfer.ts'

const jpg = { format: 'jpg', gamut: 'srgb' } as const

test.each(['missing', 'empty'])(
  'a derivative that is %s gets a 404 through a private link and is derived again',
  async (damage) => {
    const backend = await openDatabaseBackend('SQLite')
    const { ports, folder } = backend
    const { projectId, imageIds } = await testGallery(backend, 1)
    while (await deriveNextPhoto(ports));
    await runCommand(backend, (unit, admin) => withdrawProject(unit, admin, { id: projectId }))
    const until = ports.now().toISOString().slice(0, 10)
    await runCommand(backend, (unit, admin) => sharePrivately(unit, admin, { projectId, recipient: 'Mr Lind', until }))
    const [link] = await readAsOperator(ports, (_, admin) => listPrivateLinks(ports, admin, { projectId }))
    const derivative = [imageIds[0] ?? '', 90, jpg] as const
    const path = privateLinkPath.replace(':token', link?.token ?? '') + derivativePath(...derivative)
    const file = join(folder, 'files', derivativeKey(...derivative))
    const { ask } = await startTestServer(backend)
    const before = await readFile(file)
    await (damage === 'empty' ? writeFile(file, '') : rm(file))
    const wakes = backend.wakeCount()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await ask(path, { method })
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'private, no-store'])
    }
    expect(backend.wakeCount()).toBe(wakes + 1)
    while (await deriveNextPhoto(ports));
    expect(before.equals(Buffer.from(await (await ask(path)).arrayBuffer()))).toBe(true)
  },
)
