import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AcknowledgedWrites, type ReadRows } from '#tests/faults/acknowledged-writes.ts'
import { AdminClient, type SiteAddress, type Status } from '#tests/faults/admin-client.ts'
import type { FaultContext } from '#tests/faults/fault.ts'
import { photoBytes, waitUntil, projectPath } from '#tests/faults/site-fixture.ts'

/** The pause between two requests of a kind: an admin may make 120 changes a minute. */
const pauseMs = 400
/** After this many rounds, images are added to another project: a project has at most 500. */
const roundsPerProject = 400

type WorkloadContext = Pick<FaultContext, 'client' | 'projectId' | 'imageIds'> & { readonly site: SiteAddress }

interface ReceivedResponse {
  readonly status: Status
  readonly text: string
}

/** Sends requests from one admin and from visitors while faults happen. Records the responses. */
export class Workload {
  readonly writes = new AcknowledgedWrites()
  /** The statuses of the responses, by kind of request. */
  readonly statuses = new Map<string, Set<Status>>()
  readonly #context: WorkloadContext
  readonly #read: ReadRows
  /** How many requests of each kind were sent, and how many got a response. */
  readonly #sent = new Map<string, number>()
  readonly #received = new Map<string, number>()
  #loops: Promise<unknown> = Promise.resolve()
  #isStopped = false
  /** The project to which images are added, and the round in which it was created. */
  #imagesProject = { id: '', round: 0 }

  constructor(context: WorkloadContext, read: ReadRows) {
    this.#context = context
    this.#read = read
  }

  /** Starts all kinds of requests, each in a loop of its own. */
  async start(): Promise<void> {
    const { projectId, imageIds } = this.#context
    // The order of the first project's images is verified, so further images go into a second project.
    await this.#openImagesProject(0)
    const projects = await this.#read<{ id: string; details: string; detailsVersion: number }>(
      'select id, details, "detailsVersion" from projects',
    )
    const { details: text = '', detailsVersion: version = 0 } = projects.find(({ id }) => id === projectId) ?? {}
    this.writes.texts.set(projectId, { current: { text, version }, pending: [] })
    this.writes.orders.set(projectId, { current: imageIds, pending: [] })
    this.#isStopped = false
    this.#loops = Promise.all(Object.keys(this.#kinds).map((kind) => this.#loop(kind)))
  }

  async #openImagesProject(round: number): Promise<void> {
    const name = `Images ${round}`
    await this.#context.client.createProject({ name, requestId: name })
    const [project] = await this.#read<{ id: string }>(`select id from projects where name = '${name}'`)
    if (project) this.#imagesProject = { id: project.id, round }
  }

  /** Waits until a request of each kind that was sent after this call has got its response. */
  async waitForResponses(): Promise<void> {
    const sent = new Map(this.#sent)
    for (const kind of Object.keys(this.#kinds))
      await waitUntil(`a response to: ${kind}`, () => this.#countResponses(kind) > (sent.get(kind) ?? 0), 180_000)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#loops
  }

  /** Sends one request of each kind. Returns a description of each response whose status is not 200. */
  async sendOnce(round: number): Promise<string[]> {
    const responses = Object.keys(this.#kinds).map(async (kind) => ({ kind, ...(await this.#send(kind, round)) }))
    const failed = (await Promise.all(responses)).filter(({ status }) => status !== 200)
    return failed.map(({ kind, status, text }) => `${kind}: ${status} ${text.slice(0, 200)}`)
  }

  #countResponses(kind: string): number {
    return this.#received.get(kind) ?? 0
  }

  async #loop(kind: string): Promise<void> {
    for (let round = 1; !this.#isStopped; round++) {
      this.#sent.set(kind, round)
      const { status } = await this.#send(kind, round)
      this.statuses.set(kind, (this.statuses.get(kind) ?? new Set()).add(status))
      this.#received.set(kind, round)
      await wait(pauseMs)
    }
  }

  async #send(kind: string, round: number): Promise<ReceivedResponse> {
    let last: ReceivedResponse = { status: 0, text: '' }
    await this.#kinds[kind]?.(round, (response) => (last = response))
    return last
  }

  readonly #kinds: Record<
    string,
    (round: number, note: (response: ReceivedResponse) => ReceivedResponse) => Promise<unknown>
  > = {
    'save a text': async (round, note) => {
      const { client, projectId } = this.#context
      const version = this.writes.texts.get(projectId)?.current.version ?? 0
      const text = `Text ${round} after version ${version}.`
      const outcome = await this.writes.saveText(projectId, { text, version: version + 1 }, async () =>
        note(await client.saveText(projectId, 'details', text, version)),
      )
      if (outcome === 'unknown') await this.#checkOutcome((read) => this.writes.verifyTexts(read, 'after a response'))
    },
    'move an image': async (_, note) => {
      const { client, projectId } = this.#context
      const order = this.writes.orders.get(projectId)?.current ?? []
      const [first = '', ...others] = order
      const outcome = await this.writes.reorder(projectId, [...others, first], async () =>
        note(await client.moveImage(projectId, first, order.length)),
      )
      if (outcome === 'unknown') await this.#checkOutcome((read) => this.writes.verifyOrders(read, 'after a response'))
    },
    'add an image': async (round, note) => {
      const { client } = this.#context
      // If this fails, the next round tries again.
      if (round >= this.#imagesProject.round + roundsPerProject) await this.#openImagesProject(round).catch(() => {})
      const bytes = await photoBytes(100 + (round % 200), 40 + Math.floor(round / 200))
      const upload = await client.upload(bytes, `image-${round}.jpg`)
      note(upload)
      if (upload.status !== 204) return
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await this.writes.attach(sha256, async () => note(await client.addImage(this.#imagesProject.id, upload.id)))
    },
    'create a project': (round, note) => {
      const name = `Project ${round}`
      const { client } = this.#context
      return this.writes.createProject(name, async () => note(await client.createProject({ name, requestId: name })))
    },
    'send a message': (round, note) => {
      const subject = `Message ${round}`
      const form = { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject, message: 'A shop.' }
      const init = { method: 'POST', body: new URLSearchParams(form) }
      return this.writes.sendMessage(subject, async () => note(await this.#visit('/contact.data', round, init)))
    },
    'read a page': async (round, note) => {
      const paths = ['/', '/work', projectPath, '/contact', '/about']
      note(await this.#visit(paths[round % paths.length] ?? '/', round))
    },
  }

  /** Sends a visitor's request, in each round from another address. */
  async #visit(path: string, round: number, init: RequestInit = {}): Promise<ReceivedResponse> {
    const headers = { 'X-Forwarded-For': `198.51.${(round >> 8) & 255}.${round & 255}` }
    try {
      const response = await new AdminClient(this.#context.site).request(path, { ...init, headers })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }

  /** Checks whether a change was saved, as an admin would. While the database cannot be read, it stays unknown. */
  async #checkOutcome(verify: (read: ReadRows) => Promise<void>): Promise<void> {
    await verify(this.#read).catch(() => {})
  }
}
