import { readFile } from 'node:fs/promises'
import type { Ports } from '#portfolio/ports.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { expectOk, type TestBackend } from './test-backend.ts'

/** Creates a project without images and returns its id. */
export async function testProject({ ports }: TestBackend, name = 'Thrown'): Promise<string> {
  const project = { name, details: 'A shop.', requestId: ports.newId(), cover: null, images: [] }
  return expectOk(await asOperator(ports, (unit, admin) => insertProject(unit, admin, project))).id
}

/** Creates a project with `count` images that have no derivatives yet. `imageIds` is in gallery order. */
export async function testGallery(
  backend: TestBackend,
  count: number,
): Promise<{ projectId: string; imageIds: string[] }> {
  const projectId = await testProject(backend)
  const imageIds: string[] = []
  for (let n = 1; n <= count; n++) imageIds.push(await testPhoto(backend, projectId, `image ${n}.jpg`))
  backend.events.length = 0
  return { projectId, imageIds }
}

/** Uploads a photo, attaches it and returns its id. */
export async function testPhoto(
  backend: TestBackend,
  projectId: string,
  fileName = 'photo.jpg',
  { place = 'gallery', bytes }: { place?: 'gallery' | 'cover'; bytes?: Uint8Array } = {},
): Promise<string> {
  const uploadId = await backend.upload(bytes, fileName)
  return expectOk(await attachPhoto(backend.ports, backend.admin, { projectId, uploadId, place })).id
}

/** The positions of a gallery's images, in ascending order. */
export async function positionsOf({ ports }: TestBackend, projectId: string): Promise<number[]> {
  const rows = await ports.db
    .selectFrom('photos')
    .select('position')
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.position)
}

/** The storage keys of all photos, by place and position. */
export async function storageKeys({ ports }: TestBackend): Promise<string[]> {
  const rows = await ports.db.selectFrom('photos').select('storageKey').orderBy('place').orderBy('position').execute()
  return rows.map((row) => row.storageKey)
}

/** The keys of all stored files, including files without a row. */
export async function filesIn({ ports }: { readonly ports: Pick<Ports, 'files'> }, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of ports.files.list(prefix)) keys.push(key)
  return keys.sort()
}

/** The content of a stored file. */
export async function readStored({ ports }: TestBackend, key: string): Promise<Buffer> {
  const bytes = await ports.files.withLocalCopy(key, (path) => readFile(path))
  if (!bytes) throw new Error(`${key} is not stored`)
  return bytes
}
