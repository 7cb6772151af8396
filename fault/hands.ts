import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, Stage } from './fault.ts'
import { Hand } from './hand.ts'
import { allMade, bytesOf, must, until } from './stage.ts'

/** People: two at once, the same one twice, and lines that are cut. */
export const hands: readonly Fault[] = [
  {
    isQuick: true,
    name: 'two admins · one text: one is saved, the other one is shown both',
    async try({ site, hand, projectId }) {
      const other = await Hand.of(site)
      const answers = await Promise.all([
        hand.saveText(projectId, 'details', 'Written by one.', 1),
        other.saveText(projectId, 'details', 'Written by the other.', 1),
      ])
      must(
        answers
          .map(({ status }) => status)
          .sort()
          .join() === '200,409',
        `answered ${JSON.stringify(answers)}`,
      )
      const refused = answers.find(({ status }) => status === 409)
      must(/by one/.test(refused?.said ?? '') && /by the other/.test(refused?.said ?? ''), 'not both texts were shown')
      const [row] = site.sql<{ details: string }>('select details from projects')
      must(
        answers[0]?.status === 200 ? row?.details === 'Written by one.' : row?.details === 'Written by the other.',
        'lost',
      )
    },
  },
  {
    isQuick: true,
    name: 'two admins · one order: forty moves at once leave no gap and no image twice',
    async try({ site, hand, projectId, imageIds }) {
      const other = await Hand.of(site)
      const moves = Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? hand : other).moveImage(projectId, imageIds[n % 3] ?? '', (Math.floor(n / 3) % 3) + 1),
      )
      for (const { status } of await Promise.all(moves)) must(status === 200, `a move was answered ${status}`)
      const rows = site.sql<{ position: number }>(
        `select position from photos where place = 'gallery' order by position`,
      )
      must(rows.map(({ position }) => position).join() === '1,2,3', 'the order has gaps')
    },
  },
  {
    isQuick: true,
    name: 'two admins · one removes the image that the other one moves',
    async try({ hand, site, projectId, imageIds }) {
      const other = await Hand.of(site)
      const [first = ''] = imageIds
      const [removed, moved] = await Promise.all([
        hand.removeImage(projectId, first),
        other.moveImage(projectId, first, 3),
      ])
      must(removed.status === 200, `the removal was answered ${removed.status}`)
      must([200, 404].includes(moved.status), `the move was answered ${moved.status}`)
      mustCount(site, `select id from photos where place = 'gallery' and deletedAt is null`, 2)
    },
  },
  {
    isQuick: true,
    name: 'two admins · one deletes the project while the other one adds to it',
    async try({ hand, site, projectId }) {
      const other = await Hand.of(site)
      const upload = await hand.upload(await bytesOf(230), 'late.jpg')
      const [deleted, added] = await Promise.all([other.deleteProject(projectId), hand.addImage(projectId, upload.id)])
      must(deleted.status === 200, `the deletion was answered ${deleted.status}`)
      must([200, 404].includes(added.status), `the image was answered ${added.status}`)
      mustCount(site, 'select id from projects where deletedAt is null', 0)
      const late = 'photos.createdAt > projects.deletedAt'
      mustCount(site, `select photos.id from photos join projects on projects.id = projectId where ${late}`, 0)
    },
  },
  {
    isQuick: true,
    name: 'twice · a project is sent by a double click',
    async try(stage) {
      const upload = await stage.hand.upload(await bytesOf(231), 'once.jpg')
      const wish = { name: 'Once', requestId: 'double', images: [upload.id] }
      const answers = await Promise.all([stage.hand.createProject(wish), stage.hand.createProject(wish)])
      must(
        answers.every(({ status }) => status === 200),
        `answered ${answers.map(({ status }) => status).join()}`,
      )
      await mustBeOnce(stage)
    },
  },
  {
    isQuick: true,
    name: 'twice · Back after a post, and the form is sent again',
    async try(stage) {
      const upload = await stage.hand.upload(await bytesOf(232), 'once.jpg')
      const wish = { name: 'Once', requestId: 'back', images: [upload.id] }
      must((await stage.hand.createProject(wish)).status === 200, 'the first was refused')
      must((await stage.hand.createProject(wish)).status === 200, 'the second was refused')
      await mustBeOnce(stage)
    },
  },
  {
    isQuick: true,
    name: 'twice · an image is hung by a double click',
    async try({ hand, site, projectId }) {
      const upload = await hand.upload(await bytesOf(233), 'once.jpg')
      const answers = await Promise.all([hand.addImage(projectId, upload.id), hand.addImage(projectId, upload.id)])
      must(
        answers.every(({ status }) => status === 200),
        `answered ${answers.map(({ status }) => status).join()}`,
      )
      mustCount(site, `select id from photos where place = 'gallery' and deletedAt is null`, 4)
      await allMade(site)
    },
  },
  {
    isQuick: true,
    name: 'twice · the answer to a new text was lost, and it is sent again',
    async try({ hand, site, projectId }) {
      must((await hand.saveText(projectId, 'name', 'Once', 1)).status === 200, 'the first was refused')
      const again = await hand.saveText(projectId, 'name', 'Once', 1)
      must(again.status === 409 && again.said.includes('Once'), `the second was answered ${again.status}`)
      mustCount(site, `select id from projects where name = 'Once' and nameVersion = 2`, 1)
    },
  },
  {
    isQuick: true,
    name: 'line cut · in the midst of a file: it goes on where it was',
    async try({ hand, site, projectId }) {
      const bytes = await bytesOf(1000, 700)
      const { id } = await hand.announceUpload(bytes.length, 'cut.jpg')
      await cutAfter(hand, id, bytes, Math.floor(bytes.length / 2))
      await until('the site has noticed', async () => ((await hand.offsetOf(id)) ?? 0) > 0)
      const offset = (await hand.offsetOf(id)) ?? 0
      must((await hand.sendPart(id, offset, bytes.slice(offset))).status === 204, 'the rest was refused')
      must((await hand.addImage(projectId, id)).status === 200, 'the upload could not be hung')
      const [row] = site.sql<{ sha256: string }>('select sha256 from photos where uploadId = ?', id)
      must(row?.sha256 === createHash('sha256').update(bytes).digest('hex'), 'the bytes are not those that were sent')
      await allMade(site)
    },
  },
  {
    isQuick: true,
    name: 'tab killed · in the midst of a file: nothing hangs, and the next try is a new one',
    async try({ hand, site, projectId }) {
      const bytes = await bytesOf(1000, 701)
      const { id } = await hand.announceUpload(bytes.length, 'killed.jpg')
      await cutAfter(hand, id, bytes, 5_000)
      must((await hand.addImage(projectId, id)).status === 404, 'half a file was hung')
      const whole = await hand.upload(bytes, 'killed.jpg')
      must((await hand.addImage(projectId, whole.id)).status === 200, 'the second try was refused')
      mustCount(site, `select id from photos where place = 'gallery'`, 4)
      await allMade(site)
    },
  },
  {
    isQuick: true,
    name: 'line cut · while the answer to an edit was on its way',
    async try({ hand, site, projectId }) {
      const body = new URLSearchParams({ intent: 'save-text', field: 'name', text: 'Heard', version: '1' })
      await hand
        .ask(`/projects/${projectId}.data`, { method: 'POST', body, signal: AbortSignal.timeout(3) })
        .catch(() => {})
      await wait(500)
      const [row] = site.sql<{ name: string; nameVersion: number }>('select name, nameVersion from projects')
      must([`House1`, `Heard2`].includes(`${row?.name}${row?.nameVersion}`), `half a change: ${JSON.stringify(row)}`)
    },
  },
]

function mustCount(site: Stage['site'], question: string, count: number): void {
  const found = site.sql(question).length
  must(found === count, `${found} rows instead of ${count}: ${question}`)
}

async function mustBeOnce({ site }: Stage): Promise<void> {
  mustCount(site, `select id from projects where name = 'Once'`, 1)
  mustCount(site, `select id from photos where projectId = (select id from projects where name = 'Once')`, 1)
  await allMade(site)
}

/** Sends so many bytes of a file, and then the line is cut without a word. */
async function cutAfter(hand: Hand, id: string, bytes: Uint8Array, count: number): Promise<void> {
  const socket = connect(hand.site.port, '127.0.0.1')
  socket.on('error', () => {})
  const head = [
    `PATCH /uploads/${id} HTTP/1.1`,
    `Host: localhost:${hand.site.port}`,
    `Origin: ${hand.site.origin}`,
    `Cookie: ${hand.cookie}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, count))
  await wait(300)
  socket.resetAndDestroy()
  await wait(100)
}
