import { expect } from 'vitest'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { changesBeyondTheLimit } from './changes-beyond-the-limit.ts'
import { imageForms } from './image-forms.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import { idOf, type TargetSite, type Actor, type RequestOptions } from './target-site.ts'

const outsiders: readonly (readonly [Actor, number])[] = [
  ['anonymous', 401],
  ['user', 403],
  ['former admin', 403],
  ['expired', 401],
]

type AdminForm = readonly [path: string, form: NonNullable<RequestOptions['form']>]

/** The page path and the form of actions that only an admin may take. */
const adminForms: Readonly<Record<string, (target: TargetSite) => AdminForm | Promise<AdminForm>>> = {
  'remove a project': ({ projectIds: [id = ''] }) => ['/work', { intent: 'delete', projectId: id }],
  'reorder projects': ({ projectIds: [id = ''] }) => ['/work', { intent: 'move', projectId: id, position: '9' }],
  'move a project before another': ({ projectIds: [before = '', id = ''] }) => [
    '/work',
    { intent: 'move-before', projectId: id, before },
  ],
  'undo a move of projects': () => ['/work', { intent: 'undo-move', moveId: 'move' }],
  'make a draft of a folder': () => ['/work', { intent: 'create-draft', name: 'A', details: '', requestId: 'taken' }],
  'attach an image of a folder': ({ projectIds: [id = ''] }) => [
    '/work',
    { intent: 'add-image', projectId: id, uploadId: completeUploadId },
  ],
  'edit the name': onFirstProject({ intent: 'save-text', field: 'name', text: 'Taken', version: '1' }),
  'edit the details': onFirstProject({ intent: 'save-text', field: 'details', text: 'Taken', version: '1' }),
  'edit a fact': onFirstProject({ intent: 'save-fact', field: 'place', text: 'Taken', version: '0' }),
  'add a sector': () => ['/studio', { intent: 'add-sector', name: 'Taken' }],
  'add an old address': () => ['/studio', { intent: 'add-old-address', path: '/taken.html', target: 'about' }],
  ...Object.fromEntries(Object.entries(imageForms).map(([action, fields]) => [action, onFirstImage(fields)])),
  'change the address of a project': onFirstProject({ intent: 'edit-address', slug: 'taken', baseSlug: 'alder-house' }),
  'publish a project': onFirstProject({ intent: 'publish' }),
  'schedule a project': onFirstProject({
    intent: 'schedule-publication',
    localTime: '2030-01-15T09:00',
    basePublishAt: '',
  }),
  'cancel a schedule': onFirstProject({ intent: 'cancel-schedule', basePublishAt: '' }),
  'withdraw a project': onFirstProject({ intent: 'withdraw' }),
  'hide the tools': () => ['/tools', { tools: 'hidden' }],
  'attach an image': (target) => onFirstProject({ intent: 'add-image', uploadId: completeUploadId })(target),
  'replace an image': async (target) => onFirstImage({ intent: 'replace-image', uploadId: completeUploadId })(target),
  'replace the cover': (target) => onFirstProject({ intent: 'replace-cover', uploadId: completeUploadId })(target),
  'mark a message as read': async (target) => ['/inbox', { intent: 'mark-read', messageId: await messageId(target) }],
  'delete a message': async (target) => ['/inbox', { intent: 'delete', messageId: await messageId(target) }],
  'send a test e-mail': () => ['/studio/health', { intent: 'send-test-mail' }],
  'send an e-mail again': () => ['/studio/health', { intent: 'send-again', mailId: 'a' }],
  'edit the biography': () => ['/studio', { intent: 'save-text', field: 'biography', text: 'Taken', version: '1' }],
  'replace the portrait': () => ['/studio', { intent: 'replace-photo', place: 'portrait', uploadId: completeUploadId }],
  'replace the logo': () => ['/studio', { intent: 'replace-photo', place: 'logo', uploadId: completeUploadId }],
  'remove the logo': () => ['/studio', { intent: 'remove-logo', photoId: 'logo' }],
  'add a social link': () => ['/studio', { intent: 'add-link', href: 'https://evil.example/' }],
  'start a backup': () => ['/studio/health', { intent: 'back-up' }],
  'create a project': () => [
    '/create',
    { name: 'Smuggled', details: 'In.', requestId: 'smuggled', cover: completeUploadId },
  ],
}
const projectIntents = (
  'save-text save-fact publish withdraw add-image replace-cover replace-image ' +
  'undo-replacement retry-photo move-image remove-image'
).split(' ')

/** A form of the first project. */
function onFirstProject(fields: Record<string, string>) {
  return ({ projectIds: [id] }: TargetSite): AdminForm => [`/projects/${id}`, fields]
}

/** A form for the first image of the first project. */
function onFirstImage(fields: Record<string, string>) {
  return async (target: TargetSite): Promise<[string, Record<string, string>]> => {
    const photoId = await target.imageId()
    return [`/projects/${target.projectIds[0]}`, { ...fields, photoId, originalId: photoId }]
  }
}

/** The id of a complete upload of the admin that is not attached. The first attack creates it. */
let completeUploadId = ''

const asOutsider: Attack[] = Object.entries(adminForms).flatMap(([action, formFor]) =>
  outsiders.flatMap(([as, status]) =>
    ['', '.data'].map((suffix): Attack => ({
      name: `${as}: ${action}${suffix && ' (data request)'}`,
      status,
      isHardOnly: suffix === '' && as !== 'user',
      send: async (target) => {
        const [path, form] = await formFor(target)
        return target.request(path + suffix, { as, form })
      },
    })),
  ),
)

/** The id of the message that the first attack sent. */
async function messageId({ site }: TargetSite): Promise<string> {
  const [message] = await site.query<{ id: string }>('select id from "contactSubmissions"')
  return message?.id ?? ''
}

const secretMessage = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A secret shop',
  message: 'Nobody may know.',
}

const inboxAsOutsider: Attack[] = outsiders.flatMap(([as, status]) =>
  ['/inbox', '/inbox.data', '/INBOX/', '/inbox/export.csv', '/inbox/export.json', '/inbox/export.json.data'].map(
    (path): Attack => ({
      name: `${as}: GET ${path}`,
      status: path.includes('export') ? status : 200,
      send: async (target) => [
        await target.request(path, { as }),
        await target.request(`${path}?open=${await messageId(target)}&search=secret`, { as }),
      ],
      verify: (_, responses) => {
        for (const { text } of responses) expect(text).not.toMatch(/secret shop|Lovelace|Nobody may know/)
      },
    }),
  ),
)

const uploadsAsOutsider: Attack[] = outsiders.flatMap(([as, status]): Attack[] => [
  { name: `${as}: create an upload`, status, send: (target) => target.createUpload(100, { as }) },
  {
    name: `${as}: create an upload with its bytes`,
    status,
    send: async (target) =>
      target.createUpload(100, {
        as,
        body: new Uint8Array(100),
        headers: { 'Content-Type': 'application/offset+octet-stream' },
      }),
  },
  {
    name: `${as}: resume an upload`,
    status,
    send: (target) => target.sendPart(completeUploadId, 0, new Uint8Array(10), { as }),
  },
  {
    name: `${as}: read the offset of an upload`,
    status,
    send: (target) =>
      target.request(`/uploads/${completeUploadId}`, { as, method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } }),
  },
  {
    name: `${as}: discard an upload`,
    status,
    send: (target) =>
      target.request(`/uploads/${completeUploadId}`, { as, method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }),
  },
])

const asAdmin: Attack[] = [
  ...['move-image', 'remove-image', 'undo-replacement', 'retry-photo'].map((intent): Attack => ({
    name: `${intent} with an image of another project`,
    status: 404,
    send: async (target) => target.editProject(1, { intent, photoId: await target.imageId(), position: '1' }),
  })),
  ...projectIntents.map((intent): Attack => ({
    name: `${intent} in a project that does not exist`,
    status: 404,
    send: async (target) =>
      target.editProject('00000000-0000-4000-8000-000000000000', {
        intent,
        field: intent === 'save-fact' ? 'place' : 'name',
        text: 'x',
        version: '1',
        photoId: await target.imageId(),
        position: '1',
        uploadId: completeUploadId,
      }),
  })),
  ...[
    '',
    '%',
    '_',
    '*',
    '1',
    '10',
    '../secret',
    "' or 1=1",
    '\0',
    'x'.repeat(10_000),
    '__proto__',
    '[object Object]',
  ].map((id): Attack => ({
    name: `removing a project with the id ${JSON.stringify(id.slice(0, 20))}`,
    status: [404, 422],
    send: (target) => target.request('/work.data', { as: 'admin', form: { intent: 'delete', projectId: id } }),
  })),
  ...['', 'nonsense', 'DELETE', '__proto__', 'constructor', 'toString'].map((intent): Attack => ({
    name: `the intent ${JSON.stringify(intent)}`,
    status: 400,
    send: async (target) => [
      await target.request('/work.data', { as: 'admin', form: { intent, projectId: target.projectIds[0] ?? '' } }),
      await target.editProject(0, { intent, photoId: await target.imageId() }),
    ],
  })),
  ...['role', 'position', 'createdAt', 'id', '__proto__', 'nameVersion'].map((field): Attack => ({
    name: `saving a text to the field ${field}`,
    status: 400,
    send: (target) => target.editProject(0, { intent: 'save-text', field, text: '1', version: '1' }),
  })),
  ...['nobody', '../../enfilade.db', '0'.repeat(32), '', 'x'.repeat(10_000), '%2e%2e'].map((upload): Attack => ({
    name: `attaching an upload with the id ${JSON.stringify(upload.slice(0, 20))}`,
    status: [404, 422],
    send: async (target) => [
      await target.editProject(0, { intent: 'add-image', uploadId: upload }),
      await target.editProject(0, { intent: 'replace-cover', uploadId: upload }),
    ],
  })),
  {
    name: 'a new project with extra fields such as id, position and createdAt, which are ignored',
    isAccepted: true,
    status: 200,
    send: (target) =>
      target.request('/create.data', {
        as: 'admin',
        form: {
          name: 'Own ideas',
          details: 'x',
          requestId: 'own',
          id: 'mine',
          position: '-5',
          createdAt: '1999',
          comments: '["x"]',
        },
      }),
    verify: async ({ site }) => {
      const [row] = await site.query<Record<string, unknown>>(
        `select id, position, comments, "createdAt" from projects where name = 'Own ideas'`,
      )
      expect(row).toMatchObject({ comments: '[]' })
      expect(row?.['id']).not.toBe('mine')
      expect(row?.['position']).not.toBe(-5)
      expect(row?.['createdAt']).not.toBe('1999')
    },
  },
  {
    name: 'a new project with a duplicate upload and one that does not exist',
    status: [404, 422],
    send: (target) =>
      target.request('/create.data', {
        as: 'admin',
        form: [
          ['name', 'Mixed'],
          ['details', 'x'],
          ['requestId', 'mixed'],
          ['images', completeUploadId],
          ['images', completeUploadId],
          ['images', 'nobody'],
          ['cover', ''],
        ],
      }),
  },
  {
    name: '10 concurrent identical requests for a new project, which create it once',
    isAccepted: true,
    status: 200,
    send: (target) =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          target.request('/create.data', { as: 'admin', form: { name: 'Once', details: 'x', requestId: 'once' } }),
        ),
      ),
    verify: async ({ site }) => expect(await site.query(`select id from projects where name = 'Once'`)).toHaveLength(1),
  },
  changesBeyondTheLimit(),
]

const incompleteUpload: Attack = {
  name: 'attaching an incomplete upload',
  isAccepted: true,
  status: 404,
  send: async (target) => {
    await target.request('/contact', { form: secretMessage })
    completeUploadId = await target.upload(await photoFile())
    // As the page does after the last byte: otherwise a later request would examine the upload and store the result.
    await target.request(`/uploads/${completeUploadId}/examination`, { as: 'admin', method: 'POST' })
    const incomplete = idOf(await target.createUpload(1_000))
    await target.sendPart(incomplete, 0, new Uint8Array(500))
    return target.editProject(0, { intent: 'add-image', uploadId: incomplete })
  },
}

runAttacks('authorisation', [incompleteUpload, ...asOutsider, ...inboxAsOutsider, ...uploadsAsOutsider, ...asAdmin])
