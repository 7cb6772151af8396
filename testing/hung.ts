import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { addPhoto } from '#portfolio/photo/edit.ts'
import { makeProject } from '#portfolio/project/create.ts'
import { expectDone, type House } from './parts.ts'

/** An empty project; gives its id. */
export async function hungProject({ parts }: House, name = 'Thrown'): Promise<string> {
  const project = { name, details: 'A shop.', requestId: parts.newId(), cover: null, images: [] }
  return expectDone(await changeAtTheMachine(parts, (unit, admin) => makeProject(unit, admin, project))).id
}

/** A project with this many images, which hang in the order of their ids here; waiting to be made. */
export async function hungImages(house: House, count: number): Promise<{ projectId: string; imageIds: string[] }> {
  const projectId = await hungProject(house)
  const imageIds: string[] = []
  for (let n = 1; n <= count; n++) imageIds.push(await hangPhoto(house, projectId, `image ${n}.jpg`))
  house.heard.length = 0
  return { projectId, imageIds }
}

/** Uploads a photograph and hangs it; gives its id. */
export async function hangPhoto(
  house: House,
  projectId: string,
  fileName = 'photo.jpg',
  { place = 'gallery', bytes }: { place?: 'gallery' | 'cover'; bytes?: Uint8Array } = {},
): Promise<string> {
  const uploadId = await house.upload(bytes, fileName)
  return expectDone(await addPhoto(house.parts, house.admin, { projectId, uploadId, place })).id
}

/** The positions of a project's gallery images, in their order. */
export async function positionsOf({ parts }: House, projectId: string): Promise<number[]> {
  const rows = await parts.db
    .selectFrom('photos')
    .select('position')
    .where('projectId', '=', projectId)
    .where('place', '=', 'gallery')
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.position)
}
