import { expect } from 'vitest'
import { photograph } from '#testing/photographs.ts'
import { attacks, type Attack } from './attack.ts'
import { idOf, type Siege, type Somebody, type Wish } from './siege.ts'

const outsiders: readonly (readonly [Somebody, number])[] = [
  ['anonymous', 401],
  ['member', 403],
  ['former admin', 403],
  ['expired', 401],
]

/** Everything that an admin may do, as a form at its page. */
const wishes: Readonly<Record<string, (siege: Siege) => readonly [string, NonNullable<Wish['form']>]>> = {
  'delete a project': ({ projects: [id = ''] }) => ['/work', { intent: 'delete', projectId: id }],
  'reorder projects': ({ projects: [id = ''] }) => ['/work', { intent: 'move', projectId: id, position: '9' }],
  'edit a name': ({ projects: [id] }) => [
    `/projects/${id}`,
    { intent: 'save-text', field: 'name', text: 'Taken', version: '1' },
  ],
  'edit details': ({ projects: [id] }) => [
    `/projects/${id}`,
    { intent: 'save-text', field: 'details', text: 'Taken', version: '1' },
  ],
  'reorder images': (siege) => [
    `/projects/${siege.projects[0]}`,
    { intent: 'move-image', photoId: siege.images(0)[0] ?? '', position: '2' },
  ],
  'remove an image': (siege) => [
    `/projects/${siege.projects[0]}`,
    { intent: 'remove-image', photoId: siege.images(0)[0] ?? '' },
  ],
  'hang an image': ({ projects: [id] }) => [`/projects/${id}`, { intent: 'add-image', uploadId: arrived }],
  'replace a cover': ({ projects: [id] }) => [`/projects/${id}`, { intent: 'replace-cover', uploadId: arrived }],
  'create a project': () => ['/create', { name: 'Smuggled', details: 'In.', requestId: 'smuggled', cover: arrived }],
}
/** An upload of the admin's that hangs nowhere yet. */
let arrived = ''

const asOutsider: Attack[] = Object.entries(wishes).flatMap(([what, wish]) =>
  outsiders.flatMap(([as, status]) =>
    ['', '.data'].map((suffix): Attack => ({
      name: `${as} would ${what}${suffix && ' by a fetcher'}`,
      status,
      long: suffix === '' && as !== 'member',
      send: async (siege) => {
        const [path, form] = wish(siege)
        return siege.ask(path + suffix, { as, form })
      },
    })),
  ),
)

const withUploads: Attack[] = outsiders.flatMap(([as, status]): Attack[] => [
  { name: `${as} would upload`, status, send: (siege) => siege.announce(100, { as }) },
  {
    name: `${as} would upload in one go`,
    status,
    send: async (siege) =>
      siege.announce(100, {
        as,
        body: new Uint8Array(100),
        headers: { 'Content-Type': 'application/offset+octet-stream' },
      }),
  },
  {
    name: `${as} would go on with an upload`,
    status,
    send: (siege) => siege.send(arrived, 0, new Uint8Array(10), { as }),
  },
  {
    name: `${as} would ask for an upload`,
    status,
    send: (siege) => siege.ask(`/uploads/${arrived}`, { as, method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } }),
  },
  {
    name: `${as} would discard an upload`,
    status,
    send: (siege) => siege.ask(`/uploads/${arrived}`, { as, method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }),
  },
])

const foreign: Attack[] = [
  ...['move-image', 'remove-image'].map((intent): Attack => ({
    name: `${intent} of an image of one project through another`,
    status: 404,
    send: (siege) => siege.edit(1, { intent, photoId: siege.images(0)[0] ?? '', position: '1' }),
  })),
  ...['save-text', 'add-image', 'replace-cover', 'move-image', 'remove-image'].map((intent): Attack => ({
    name: `${intent} at a project that is not there`,
    status: 404,
    send: (siege) =>
      siege.edit('00000000-0000-4000-8000-000000000000', {
        intent,
        field: 'name',
        text: 'x',
        version: '1',
        photoId: siege.images(0)[0] ?? '',
        position: '1',
        uploadId: arrived,
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
    name: `deleting the project ${JSON.stringify(id.slice(0, 20))}`,
    status: [404, 422],
    send: (siege) => siege.ask('/work.data', { as: 'admin', form: { intent: 'delete', projectId: id } }),
  })),
  ...['', 'nonsense', 'DELETE', '__proto__', 'constructor', 'toString'].map((intent): Attack => ({
    name: `the intent ${JSON.stringify(intent)}`,
    status: 400,
    send: async (siege) => [
      await siege.ask('/work.data', { as: 'admin', form: { intent, projectId: siege.projects[0] ?? '' } }),
      await siege.edit(0, { intent, photoId: siege.images(0)[0] ?? '' }),
    ],
  })),
  ...['role', 'position', 'createdAt', 'id', '__proto__', 'nameVersion'].map((field): Attack => ({
    name: `editing the text ${field}`,
    status: 400,
    send: (siege) => siege.edit(0, { intent: 'save-text', field, text: '1', version: '1' }),
  })),
  ...['nobody', '../../enfilade.db', '0'.repeat(32), '', 'x'.repeat(10_000), '%2e%2e'].map((upload): Attack => ({
    name: `hanging the upload ${JSON.stringify(upload.slice(0, 20))}`,
    status: [404, 422],
    send: async (siege) => [
      await siege.edit(0, { intent: 'add-image', uploadId: upload }),
      await siege.edit(0, { intent: 'replace-cover', uploadId: upload }),
    ],
  })),
  {
    name: 'creating a project with an id, a position and a moment of its own',
    taken: true,
    status: 200,
    send: (siege) =>
      siege.ask('/create.data', {
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
    holds: ({ site }) => {
      const [row] = site.sql<Record<string, unknown>>(
        `select id, position, comments, createdAt from projects where name = 'Own ideas'`,
      )
      expect(row).toMatchObject({ comments: '[]' })
      expect(row?.['id']).not.toBe('mine')
      expect(row?.['position']).not.toBe(-5)
      expect(row?.['createdAt']).not.toBe('1999')
    },
  },
  {
    name: 'creating a project of uploads that are foreign, double and missing',
    status: [404, 422],
    send: (siege) =>
      siege.ask('/create.data', {
        as: 'admin',
        form: [
          ['name', 'Mixed'],
          ['details', 'x'],
          ['requestId', 'mixed'],
          ['images', arrived],
          ['images', arrived],
          ['images', 'nobody'],
          ['cover', ''],
        ],
      }),
  },
  {
    name: 'the same new project posted ten times at once',
    taken: true,
    status: 200,
    send: (siege) =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          siege.ask('/create.data', { as: 'admin', form: { name: 'Once', details: 'x', requestId: 'once' } }),
        ),
      ),
    holds: ({ site }) => expect(site.sql(`select id from projects where name = 'Once'`)).toHaveLength(1),
  },
  {
    name: 'two hundred changes in a minute',
    taken: true,
    status: [200, 429],
    send: async (siege) => {
      const answers = []
      for (let n = 0; n < 10; n++) {
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 20 }, () =>
              siege.ask('/work.data', {
                as: 'admin',
                form: { intent: 'move', projectId: siege.projects[0] ?? '', position: '3' },
              }),
            ),
          )),
        )
      }
      return answers
    },
    holds: (_, answers) => expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(120),
  },
]

const prepared: Attack = {
  name: 'an upload that is cut short, hung anyhow',
  taken: true,
  status: 404,
  send: async (siege) => {
    arrived = await siege.upload(await photograph())
    const half = idOf(await siege.announce(1_000))
    await siege.send(half, 0, new Uint8Array(500))
    return siege.edit(0, { intent: 'add-image', uploadId: half })
  },
}

attacks('authorisation', [prepared, ...asOutsider, ...withUploads, ...foreign])
