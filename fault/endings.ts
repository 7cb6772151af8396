import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from '#e2e/site.ts'
import { askAt } from './ask-at.ts'
import type { Fault, Stage } from './fault.ts'
import { allMade, bytesOf, must } from './stage.ts'

const mostMs = 30_000

/** The process is asked to end (SIGTERM) in the midst of it. */
export const endings: readonly Fault[] = [
  {
    name: 'SIGTERM · two thousand streams are open',
    async try({ site }) {
      const streams = await Promise.all(Array.from({ length: 2_000 }, (_, n) => listen(site, n)))
      const ended = Promise.all(streams.map((stream) => once(stream.resume(), 'close')))
      await stopsInTime(site)
      await ended
      await site.start()
    },
  },
  {
    name: 'SIGTERM · a file is on its way: it goes on after the next start',
    async try(stage) {
      const { site, hand, projectId } = stage
      const bytes = await bytesOf(1200, 800)
      const { id } = await hand.announceUpload(bytes.length, 'slow.jpg')
      const sent = hand.sendPart(id, 0, slowly(bytes))
      // Asking how far it is would end it: two requests for one upload wait for each other.
      await wait(800)
      await stopsInTime(site)
      must((await sent).status === 0, 'the upload was answered')
      await site.start()
      const offset = (await hand.offsetOf(id)) ?? -1
      must(offset >= 0 && offset < bytes.length, `the upload is at ${offset}`)
      must((await hand.sendPart(id, offset, bytes.slice(offset))).status === 204, 'the rest was refused')
      must((await hand.addImage(projectId, id)).status === 200, 'the upload could not be hung')
      await allMade(site)
    },
  },
  {
    name: 'SIGTERM · photographs are in the making: they are made after the next start, and none lost a try',
    async try({ site, hand, projectId }) {
      for (const n of [1, 2, 3]) {
        const { id } = await hand.upload(await bytesOf(1300 + n, 870), `large-${n}.jpg`)
        must((await hand.addImage(projectId, id)).status === 200, 'an image was refused')
      }
      await stopsInTime(site)
      const waiting = site.sql<{ tries: number }>(`select tries from photos where state = 'waiting'`)
      must(waiting.length > 0 && waiting.every(({ tries }) => tries === 0), `tries: ${JSON.stringify(waiting)}`)
      await site.start()
      await allMade(site)
    },
  },
  {
    name: 'SIGTERM · requests are under way on kept and on new connections: each is answered',
    async try({ site, hand, projectId }) {
      const asked = await Promise.all(Array.from({ length: 40 }, () => askAt(site.port, '/work')))
      const saved = hand.saveText(projectId, 'details', 'Saved while the site was asked to stop.', 1)
      await wait(50)
      await stopsInTime(site)
      const lost = (await Promise.all(asked.map(({ answer }) => answer))).filter((status) => status !== 200)
      must(lost.length === 0, `lost: ${lost.join(', ')}`)
      must((await saved).status === 200, 'the edit was not answered')
      await site.start()
      must((await (await fetch(`${site.origin}/projects/${projectId}`)).text()).includes('Saved while'), 'it was lost')
    },
  },
  {
    name: 'SIGTERM · somebody sends a form and never finishes',
    async try({ site }) {
      const socket = connect(site.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write('POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nfirstName=A')
      await wait(200)
      await stopsInTime(site)
      await site.start()
    },
  },
  {
    name: 'SIGTERM · twice, and while it starts',
    async try({ site }) {
      site.process.kill('SIGTERM')
      // Two in the same instant are one to the system.
      await wait(100)
      await stopsInTime(site)
      const starting = site.start().catch(() => {})
      await wait(150)
      await site.stop()
      await starting
      await site.start()
    },
  },
  {
    name: 'hung · the process stands still for six seconds, and nothing asked meanwhile is lost',
    async try(stage) {
      const { site, hand, projectId } = stage
      site.freeze()
      // On a connection of its own: one that was kept may be closed the moment that the process wakes up.
      const body = new URLSearchParams({ intent: 'save-text', field: 'name', text: 'Thawed', version: '1' })
      const headers = { Cookie: hand.cookie, Origin: site.origin }
      const saved = fetch(`${site.origin}/projects/${projectId}.data`, { method: 'POST', headers, body })
      await wait(6_000)
      site.thaw()
      must((await saved).status === 200, 'the edit was not answered')
      mustBeCalled(stage, 'Thawed')
    },
  },
]

/** Asks it to end; it must, in time, and of its own accord. */
async function stopsInTime(site: Site): Promise<void> {
  const begun = performance.now()
  await site.stop()
  const took = performance.now() - begun
  must(took < mostMs, `it took ${Math.round(took)} ms`)
  must(site.process.exitCode === 0, `the process ended with ${site.process.exitCode ?? site.process.signalCode}`)
}

async function listen(site: Site, n: number): Promise<IncomingMessage> {
  // From as many addresses as a proxy would name: one alone may not have so many.
  const headers = { 'X-Forwarded-For': `198.51.${n >> 8}.${n & 255}` }
  const [answer] = (await once(get(`http://127.0.0.1:${site.port}/live`, { headers }), 'response')) as [IncomingMessage]
  must(answer.statusCode === 200, `a stream was answered ${answer.statusCode}`)
  return answer.on('error', () => {})
}

function slowly(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      await wait(100)
      controller.enqueue(bytes.slice(at, (at += 500)))
      if (at >= bytes.length) controller.close()
    },
  })
}

function mustBeCalled({ site }: Stage, name: string): void {
  const [project] = site.sql<{ name: string }>('select name from projects')
  must(project?.name === name, `the project is called ${project?.name}`)
}
