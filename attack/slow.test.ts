import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { idOf, stranger, type Siege } from './siege.ts'

/** Streams that may be open in all, and from one address. */
const most = { inAll: 10_000, ofOne: 20 }

const slow: Attack[] = [
  {
    name: 'a form of which a byte comes every second',
    long: true,
    status: 200,
    async send(siege) {
      const lines = ['POST /contact HTTP/1.1', `Host: 127.0.0.1:${siege.site.port}`, `Origin: ${siege.site.origin}`]
      const head = [...lines, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 5000', '', '']
      expect(await drips(siege, head.join('\r\n'), 45)).toBe('cut off')
      return siege.ask('/contact')
    },
  },
  {
    name: 'an upload of which a byte comes every second: what has arrived is kept, and it can go on',
    long: true,
    taken: true,
    status: [200, 204],
    async send(siege) {
      const id = idOf(await siege.announce(100_000))
      const lines = [
        `PATCH /uploads/${id} HTTP/1.1`,
        `Host: 127.0.0.1:${siege.site.port}`,
        `Cookie: ${cookieOf(siege)}`,
      ]
      lines.push(`Origin: ${siege.site.origin}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Length: 100000')
      const head = [...lines, 'Content-Type: application/offset+octet-stream', '', '']
      expect(await drips(siege, head.join('\r\n'), 75)).toBe('cut off')
      const asked = { as: 'admin', method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } } as const
      const found = await siege.ask(`/uploads/${id}`, asked)
      const offset = Number(found.headers.get('Upload-Offset'))
      expect(offset).toBeGreaterThan(30)
      return [found, await siege.send(id, offset, new Uint8Array(100))]
    },
  },
  {
    name: 'two hundred who ask for a page a hundred times each, and never read',
    status: 200,
    async send(siege) {
      const asks = `GET /work HTTP/1.1\r\nHost: 127.0.0.1:${siege.site.port}\r\n\r\n`.repeat(100)
      const deaf = Array.from({ length: 200 }, () => {
        const socket = connect(siege.site.port, '127.0.0.1').on('error', () => {})
        socket.pause().write(asks)
        return socket
      })
      await wait(3_000)
      const answer = await siege.ask('/work')
      deaf.forEach((socket) => socket.destroy())
      return answer
    },
  },
  {
    name: 'a thousand deletions by somebody without a role',
    status: 403,
    send: (siege) => aThousand(() => siege.ask('/work.data', { as: 'member', form: deletes(siege) })),
  },
]

const crowd: Attack = {
  name: 'ten thousand streams: the next one is asked to come later, and comes when another has left',
  long: true,
  status: [200, 503],
  async send(siege) {
    const open = await fills(siege)
    expect(open.filter(({ answer }) => answer.statusCode !== 200)).toHaveLength(0)
    const late = await siege.ask('/live')
    const page = await siege.ask('/work')
    open.pop()?.asked.destroy()
    await expect.poll(async () => (await comesAndGoes(siege)).statusCode).toBe(200)
    open.forEach(({ asked }) => asked.destroy())
    expect(late.status).toBe(503)
    expect(page.status).toBe(200)
    return [late, page]
  },
}

/** Takes all the places there are. */
async function fills(siege: Siege): Promise<Stream[]> {
  const open: Stream[] = []
  while (open.length < most.inAll) {
    const from = stranger()
    open.push(...(await Promise.all(Array.from({ length: most.ofOne }, () => listens(siege, from)))))
  }
  return open
}

interface Stream {
  readonly asked: ClientRequest
  readonly answer: IncomingMessage
}

async function listens(siege: Siege, from: string): Promise<Stream> {
  const headers = { 'X-Forwarded-For': from }
  const asked = request(`${siege.site.origin}/live`, { headers, agent: false }).on('error', () => {})
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.on('error', () => {}).resume()
  return { asked, answer }
}

async function comesAndGoes(siege: Siege): Promise<IncomingMessage> {
  const { asked, answer } = await listens(siege, stranger())
  asked.destroy()
  return answer
}

/** Sends the head, then a byte each second; whether the other side has had enough within so many seconds. */
async function drips({ site }: Siege, head: string, seconds: number): Promise<'cut off' | 'let through'> {
  const socket = connect(site.port, '127.0.0.1').on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(head)
  for (let second = 0; second < seconds && !socket.destroyed; second++) {
    socket.write('a')
    await Promise.race([closed, wait(1_000)])
  }
  return gone(socket) ? 'cut off' : 'let through'
}

function gone(socket: Socket): boolean {
  const was = socket.destroyed
  socket.destroy()
  return was
}

async function aThousand<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < 1_000) answers.push(...(await Promise.all(Array.from({ length: 50 }, ask))))
  return answers
}

function deletes(siege: Siege): Record<string, string> {
  return { intent: 'delete', projectId: siege.projects[0] ?? '' }
}

function cookieOf(siege: Siege): string {
  return siege.cookies.admin ?? ''
}

attacks('slow and many', slow)
attacks('slow and many: streams', [crowd], async (siege) => {
  if (inject('hard')) for (const { asked } of await fills(siege)) asked.destroy()
})
