import { readFileSync } from 'node:fs'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { photo } from './people.ts'
import { imagesOf, projectNamed } from './rows.ts'
import type { Site } from './site.ts'

/** What the wishes are about: a project, an image of it, and an upload that has arrived. */
export interface Ground {
  readonly projectId: string
  readonly photoId: string
  /** What is said of that image. */
  readonly alt: string
  readonly uploadId: string
}

/** One request that changes something. */
export interface Wish {
  readonly title: string
  readonly method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  readonly path: (ground: Ground) => string
  readonly form?: (ground: Ground) => Record<string, string>
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

const picture = readFileSync(photo('loft-living-room/02-bench.jpg'))
const resumable = { 'Tus-Resumable': '1.0.0' }
const named = `filename ${Buffer.from('bench.jpg').toString('base64')}`

const workForms: Record<string, (ground: Ground) => Record<string, string>> = {
  delete: ({ projectId }) => ({ projectId }),
  move: ({ projectId }) => ({ projectId, position: '12' }),
  place: ({ projectId }) => ({ projectId, before: '' }),
}
const projectForms: Record<string, (ground: Ground) => Record<string, string>> = {
  'save-text': () => ({ field: 'name', text: 'Taken over', version: '1' }),
  'add-image': ({ uploadId }) => ({ uploadId }),
  'replace-cover': ({ uploadId }) => ({ uploadId }),
  'move-image': ({ photoId }) => ({ photoId, position: '3' }),
  'remove-image': ({ photoId }) => ({ photoId }),
  'describe-image': ({ photoId, alt }) => ({ photoId, alt: 'Taken over', was: alt }),
  'aim-image': ({ photoId }) => ({ photoId, x: '0.1', y: '0.9' }),
}

/** Every intent that each page knows. */
export const intents = { work: Object.keys(workForms), project: Object.keys(projectForms) }

/** Every request by which an admin changes something, through each of its doors. */
export const wishes: readonly Wish[] = [
  ...Object.entries(workForms).flatMap(([intent, form]) => posts(`/work ${intent}`, () => '/work', intent, form)),
  ...Object.entries(projectForms).flatMap(([intent, form]) =>
    posts(`/projects/{id} ${intent}`, ({ projectId }) => `/projects/${projectId}`, intent, form),
  ),
  ...posts(
    '/create',
    () => '/create',
    '',
    ({ uploadId }) => ({
      name: 'Smuggled in',
      details: 'By somebody.',
      requestId: 'a-form-of-its-own',
      cover: uploadId,
    }),
  ),
  {
    title: 'POST /uploads',
    method: 'POST',
    path: () => '/uploads',
    headers: { ...resumable, 'Upload-Length': String(picture.length), 'Upload-Metadata': named },
  },
  {
    title: 'POST /uploads with its first bytes',
    method: 'POST',
    path: () => '/uploads',
    headers: {
      ...resumable,
      'Upload-Length': String(picture.length),
      'Upload-Metadata': named,
      'Content-Type': 'application/offset+octet-stream',
    },
    body: picture,
  },
  {
    title: 'PATCH /uploads/{id}',
    method: 'PATCH',
    path: ({ uploadId }) => `/uploads/${uploadId}`,
    headers: { ...resumable, 'Upload-Offset': '1000', 'Content-Type': 'application/offset+octet-stream' },
    body: picture.subarray(1_000),
  },
  { title: 'HEAD /uploads/{id}', method: 'HEAD', path: ({ uploadId }) => `/uploads/${uploadId}`, headers: resumable },
  {
    title: 'DELETE /uploads/{id}',
    method: 'DELETE',
    path: ({ uploadId }) => `/uploads/${uploadId}`,
    headers: resumable,
  },
]

function posts(title: string, path: Wish['path'], intent: string, form: NonNullable<Wish['form']>): Wish[] {
  const whole = (ground: Ground) => ({ ...form(ground), ...(intent && { intent }) })
  return [
    { title: `POST ${title}`, method: 'POST', path, form: whole },
    { title: `POST ${title} as data`, method: 'POST', path: (ground) => `${path(ground)}.data`, form: whole },
  ]
}

/** Sends the wish as this browser would; `headers` are what a page of another site would send instead. */
export async function ask(
  from: APIRequestContext,
  site: Site,
  wish: Wish,
  ground: Ground,
  headers: Record<string, string> = { Origin: site.origin },
): Promise<APIResponse> {
  return from.fetch(site.origin + wish.path(ground), {
    method: wish.method,
    headers: { ...wish.headers, ...headers },
    maxRedirects: 0,
    ...(wish.form && { form: wish.form(ground) }),
    ...(wish.body && { data: wish.body }),
  })
}

/** Sends a file through the uploads door, whole or up to the first so many bytes. */
export async function uploads(from: APIRequestContext, site: Site, bytes = picture.length): Promise<string> {
  const headers = { ...resumable, Origin: site.origin }
  const made = await from.post(`${site.origin}/uploads`, {
    headers: { ...headers, 'Upload-Length': String(picture.length), 'Upload-Metadata': named },
  })
  const id = made.headers()['location']?.split('/').at(-1)
  if (!id) throw new Error(`the uploads door answered ${made.status()}`)
  const sent = await from.patch(`${site.origin}/uploads/${id}`, {
    headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    data: picture.subarray(0, bytes),
  })
  if (sent.status() !== 204) throw new Error(`the uploads door answered ${sent.status()}`)
  return id
}

/** A project, its first image, and an upload of this admin: whole, or cut off for a wish that goes on with it. */
export async function prepareGround(from: APIRequestContext, site: Site, wish: Wish): Promise<Ground> {
  const { id } = projectNamed(site, 'Low Line')
  const { id: photoId, alt } = imagesOf(site, 'Low Line')[0] ?? { id: '', alt: '' }
  const uploadId = await uploads(from, site, wish.method === 'PATCH' ? 1_000 : undefined)
  return { projectId: id, photoId, alt, uploadId }
}
