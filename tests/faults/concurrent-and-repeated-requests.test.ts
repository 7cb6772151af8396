import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FaultContext } from './fault.ts'
import { AdminClient, waitForNextFetch } from './admin-client.ts'
import { waitForDerivatives, waitForUploadedBytes, photoBytes, assert, waitUntil } from './site-fixture.ts'
import { runFaults } from './run-faults.ts'

runFaults('concurrent and repeated requests', [
  {
    name: 'two sessions · both edit the same text: one edit is saved, the other session is shown both texts',
    async run({ site, client, projectId }) {
      const other = await AdminClient.logIn(site)
      const responses = await Promise.all([
        client.saveText(projectId, 'details', 'Written by one.', 1),
        other.saveText(projectId, 'details', 'Written by the other.', 1),
      ])
      assert(
        responses
          .map(({ status }) => status)
          .sort()
          .join() === '200,409',
        `returned ${JSON.stringify(responses)}`,
      )
      const refused = responses.find(({ status }) => status === 409)
      assert(
        /by one/.test(refused?.text ?? '') && /by the other/.test(refused?.text ?? ''),
        'the response does not contain both texts',
      )
      const [row] = site.sql<{ details: string }>('select details from projects')
      assert(
        responses[0]?.status === 200 ? row?.details === 'Written by one.' : row?.details === 'Written by the other.',
        'the edit that succeeded is not stored',
      )
    },
  },
  {
    name: 'two sessions · 40 concurrent moves leave no gap and no duplicate position',
    async run({ site, client, projectId, imageIds }) {
      const other = await AdminClient.logIn(site)
      const moves = Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? client : other).moveImage(projectId, imageIds[n % 3] ?? '', (Math.floor(n / 3) % 3) + 1),
      )
      for (const { status } of await Promise.all(moves)) assert(status === 200, `a move returned ${status}`)
      const rows = site.sql<{ position: number }>(
        `select position from photos where place = 'gallery' order by position`,
      )
      assert(rows.map(({ position }) => position).join() === '1,2,3', 'the order has gaps')
    },
  },
  {
    name: 'two sessions · one removes an image while the other moves it: the image is removed',
    async run({ client, site, projectId, imageIds }) {
      const other = await AdminClient.logIn(site)
      const [first = ''] = imageIds
      const [removed, moved] = await Promise.all([
        client.removeImage(projectId, first),
        other.moveImage(projectId, first, 3),
      ])
      assert(removed.status === 200, `removing returned ${removed.status}`)
      assert([200, 404].includes(moved.status), `the move returned ${moved.status}`)
      assertRowCount(site, `select id from photos where place = 'gallery' and deletedAt is null`, 2)
    },
  },
  {
    name: 'two sessions · one removes a project while the other adds an image to it: a removed project gets no image',
    async run({ client, site, projectId }) {
      const other = await AdminClient.logIn(site)
      const upload = await client.upload(await photoBytes(230), 'late.jpg')
      const [removed, added] = await Promise.all([
        other.removeProject(projectId),
        client.addImage(projectId, upload.id),
      ])
      assert(removed.status === 200, `removing the project returned ${removed.status}`)
      assert([200, 404].includes(added.status), `adding the image returned ${added.status}`)
      assertRowCount(site, 'select id from projects where deletedAt is null', 0)
      const late = 'photos.createdAt > projects.deletedAt'
      assertRowCount(site, `select photos.id from photos join projects on projects.id = projectId where ${late}`, 0)
    },
  },
  {
    name: 'repeated · a double click on the form for a new project creates one project',
    async run(context) {
      const upload = await context.client.upload(await photoBytes(231), 'once.jpg')
      const input = { name: 'Once', requestId: 'double', images: [upload.id] }
      const responses = await Promise.all([context.client.createProject(input), context.client.createProject(input)])
      assert(
        responses.every(({ status }) => status === 200),
        `returned ${responses.map(({ status }) => status).join()}`,
      )
      await assertCreatedOnce(context)
    },
  },
  {
    name: 'repeated · the form is submitted again after going back: one project is created',
    async run(context) {
      const upload = await context.client.upload(await photoBytes(232), 'once.jpg')
      const input = { name: 'Once', requestId: 'back', images: [upload.id] }
      assert((await context.client.createProject(input)).status === 200, 'the first was refused')
      assert((await context.client.createProject(input)).status === 200, 'the second was refused')
      await assertCreatedOnce(context)
    },
  },
  {
    name: 'repeated · a double click attaches an image once',
    async run({ client, site, projectId }) {
      const upload = await client.upload(await photoBytes(233), 'once.jpg')
      const responses = await Promise.all([
        client.addImage(projectId, upload.id),
        client.addImage(projectId, upload.id),
      ])
      assert(
        responses.every(({ status }) => status === 200),
        `returned ${responses.map(({ status }) => status).join()}`,
      )
      assertRowCount(site, `select id from photos where place = 'gallery' and deletedAt is null`, 4)
      await waitForDerivatives(site)
    },
  },
  {
    name: 'repeated · an edit is sent again after its response was lost: it is stored once',
    async run({ client, site, projectId }) {
      assert((await client.saveText(projectId, 'name', 'Once', 1)).status === 200, 'the first was refused')
      const again = await client.saveText(projectId, 'name', 'Once', 1)
      assert(again.status === 409 && again.text.includes('Once'), `the second returned ${again.status}`)
      assertRowCount(site, `select id from projects where name = 'Once' and nameVersion = 2`, 1)
    },
  },
  {
    name: 'connection reset · during an upload: it can be resumed',
    async run({ client, site, projectId }) {
      const bytes = await photoBytes(1000, 700)
      const { id } = await client.createUpload(bytes.length, 'cut.jpg')
      await sendAndReset({ client, site }, id, bytes, Math.floor(bytes.length / 2))
      await waitUntil('the site reports the stored bytes', async () => ((await client.offsetOf(id)) ?? 0) > 0)
      const offset = (await client.offsetOf(id)) ?? 0
      assert((await client.sendPart(id, offset, bytes.slice(offset))).status === 204, 'the rest was refused')
      assert((await client.addImage(projectId, id)).status === 200, 'the upload could not be attached')
      const [row] = site.sql<{ sha256: string }>('select sha256 from photos where uploadId = ?', id)
      assert(row?.sha256 === createHash('sha256').update(bytes).digest('hex'), 'the bytes are not those that were sent')
      await waitForDerivatives(site)
    },
  },
  {
    name: 'tab closed · during an upload: nothing is attached, and the next upload succeeds',
    async run({ client, site, projectId }) {
      const bytes = await photoBytes(1000, 701)
      const { id } = await client.createUpload(bytes.length, 'killed.jpg')
      await sendAndReset({ client, site }, id, bytes, 5_000)
      assert((await client.addImage(projectId, id)).status === 404, 'an incomplete upload was attached')
      const whole = await client.upload(bytes, 'killed.jpg')
      assert((await client.addImage(projectId, whole.id)).status === 200, 'the second attempt was refused')
      assertRowCount(site, `select id from photos where place = 'gallery'`, 4)
      await waitForDerivatives(site)
    },
  },
  {
    name: 'connection reset · before the response to an edit: the edit is stored completely or not at all',
    async run({ client, site, projectId }) {
      const body = new URLSearchParams({ intent: 'save-text', field: 'name', text: 'Heard', version: '1' })
      const connection = new AbortController()
      const sent = waitForNextFetch()
      const options = { method: 'POST', body, signal: connection.signal }
      const response = client.request(`/projects/${projectId}.data`, options).catch(() => {})
      await sent
      connection.abort()
      await response
      // Both outcomes are valid. The pause lets the request finish.
      await wait(500)
      const [row] = site.sql<{ name: string; nameVersion: number }>('select name, nameVersion from projects')
      assert([`House1`, `Heard2`].includes(`${row?.name}${row?.nameVersion}`), `partial change: ${JSON.stringify(row)}`)
    },
  },
])

function assertRowCount(site: FaultContext['site'], query: string, count: number): void {
  const found = site.sql(query).length
  assert(found === count, `${found} rows instead of ${count}: ${query}`)
}

async function assertCreatedOnce({ site }: FaultContext): Promise<void> {
  assertRowCount(site, `select id from projects where name = 'Once'`, 1)
  assertRowCount(site, `select id from photos where projectId = (select id from projects where name = 'Once')`, 1)
  await waitForDerivatives(site)
}

/** Sends `count` bytes of a file and resets the connection as soon as the site has stored some of them. */
async function sendAndReset(
  { client, site }: Pick<FaultContext, 'client' | 'site'>,
  id: string,
  bytes: Uint8Array,
  count: number,
): Promise<void> {
  const socket = connect(client.site.port, '127.0.0.1')
  socket.on('error', () => {})
  const head = [
    `PATCH /uploads/${id} HTTP/1.1`,
    `Host: localhost:${client.site.port}`,
    `Origin: ${client.site.origin}`,
    `Cookie: ${client.cookie}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, count))
  await waitForUploadedBytes(site, id)
  socket.resetAndDestroy()
}
