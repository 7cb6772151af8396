/** Reads rows of the site's database, SQLite or PostgreSQL, from outside its process. */
export type ReadRows = <Row>(sql: string) => Promise<Row[]>

interface Text {
  text: string
  version: number
}

/** The HTTP status of a response, with its text if that matters; 0 if there was no response. */
type WriteResponse = number | { readonly status: number; readonly text: string }

/** What a response reveals about a write; `unknown` if it may or may not be stored. */
type Outcome = 'stored' | 'refused' | 'unknown'

/**
 * Records, outside the site's process, the writes that it acknowledged: each of them must survive. A write refused with
 * "Nothing was changed" or "was not added" must not be stored. All other writes may or may not be stored.
 *
 * Each method with a parameter `send` records one write: `send` performs it and resolves with the response.
 */
export class AcknowledgedWrites {
  acknowledged = 0
  /** Acknowledged writes that are missing, refused writes that are stored, and writes stored more than once. */
  readonly violations: string[] = []
  /** The text of each project, by id; those in `pending` were sent, and may or may not be stored. */
  readonly texts = new Map<string, { current: Text; pending: readonly Text[] }>()
  /** The image ids of each gallery, by project id; those in `pending` were sent, and may or may not be stored. */
  readonly orders = new Map<string, { current: readonly string[]; pending: readonly (readonly string[])[] }>()
  /** The outcome of each creation of a project, by name. */
  readonly projects = new Map<string, Outcome>()
  /** The outcome of each attachment, by the SHA-256 of the file; `unknown` once its removal was requested. */
  readonly attached = new Map<string, Outcome>()
  /** The outcome of each message, by subject. */
  readonly messages = new Map<string, Outcome>()
  /** The SHA-256 of files whose removal was acknowledged. */
  readonly removed = new Set<string>()

  async saveText(projectId: string, next: Text, send: () => Promise<WriteResponse>): Promise<Outcome> {
    const entry = this.texts.get(projectId)
    if (!entry) throw new Error(`no text is recorded for ${projectId}`)
    const { pending } = entry
    entry.pending = [...pending, next]
    const outcome = this.#outcomeOf(await send())
    if (outcome === 'stored') this.texts.set(projectId, { current: next, pending: [] })
    if (outcome === 'refused') entry.pending = pending
    return outcome
  }

  async reorder(projectId: string, next: readonly string[], send: () => Promise<WriteResponse>): Promise<Outcome> {
    const entry = this.orders.get(projectId)
    if (!entry) throw new Error(`no order is recorded for ${projectId}`)
    const { pending } = entry
    entry.pending = [...pending, next]
    const outcome = this.#outcomeOf(await send())
    if (outcome === 'stored') this.orders.set(projectId, { current: next, pending: [] })
    if (outcome === 'refused') entry.pending = pending
    return outcome
  }

  async createProject(name: string, send: () => Promise<WriteResponse>): Promise<void> {
    this.projects.set(name, this.#outcomeOf(await send()))
  }

  async attach(sha256: string, send: () => Promise<WriteResponse>): Promise<void> {
    this.attached.set(sha256, this.#outcomeOf(await send()))
  }

  async sendMessage(subject: string, send: () => Promise<WriteResponse>): Promise<void> {
    this.messages.set(subject, this.#outcomeOf(await send()))
  }

  async remove(sha256: string, send: () => Promise<WriteResponse>): Promise<void> {
    this.attached.set(sha256, 'unknown')
    if (this.#outcomeOf(await send()) === 'stored') this.removed.add(sha256)
  }

  /** Compares what was recorded with the database, then takes the stored texts and orders as the current ones. */
  async verify(read: ReadRows, when: string): Promise<void> {
    await this.verifyTexts(read, when)
    await this.verifyOrders(read, when)
    const countIn = (rows: { value: string }[], value: string) => rows.filter((row) => row.value === value).length
    const projects = await read<{ value: string }>('select name as value from projects where "deletedAt" is null')
    for (const [name, outcome] of this.projects)
      this.#verifyCount(outcome, countIn(projects, name), `${when}: projects named ${name}`)
    const photos = await read<{ value: string }>('select sha256 as value from photos where "deletedAt" is null')
    for (const [sha256, outcome] of this.attached) {
      const isRemoved = this.removed.has(sha256)
      this.#verifyCount(isRemoved ? 'refused' : outcome, countIn(photos, sha256), `${when}: photos with ${sha256}`)
    }
    const messages = await read<{ value: string }>('select subject as value from "contactSubmissions"')
    for (const [subject, outcome] of this.messages)
      this.#verifyCount(outcome, countIn(messages, subject), `${when}: messages about ${subject}`)
  }

  async verifyTexts(read: ReadRows, when: string): Promise<void> {
    const rows = await read<{ id: string; details: string; detailsVersion: number }>(
      'select id, details, "detailsVersion" from projects where "deletedAt" is null',
    )
    for (const [id, { current, pending }] of this.texts) {
      const row = rows.find((project) => project.id === id)
      const stored = { text: row?.details ?? '', version: row?.detailsVersion ?? 0 }
      const isPossible = [current, ...pending].some(
        ({ text, version }) => text === stored.text && version === stored.version,
      )
      if (!isPossible)
        this.violations.push(`${when}: the text of ${id} is ${stored.text} (${stored.version}), not ${current.text}`)
      this.texts.set(id, { current: stored, pending: [] })
    }
  }

  async verifyOrders(read: ReadRows, when: string): Promise<void> {
    const rows = await read<{ id: string; projectId: string }>(
      `select id, "projectId" from photos where place = 'gallery' and "deletedAt" is null order by position`,
    )
    for (const [projectId, { current, pending }] of this.orders) {
      const order = rows.filter((row) => row.projectId === projectId).map(({ id }) => id)
      const isPossible = [current, ...pending].some((one) => one.join() === order.join())
      if (!isPossible) this.violations.push(`${when}: the order of ${projectId} is ${order.join()}`)
      this.orders.set(projectId, { current: order, pending: [] })
    }
  }

  #verifyCount(outcome: Outcome, count: number, description: string): void {
    const expected = { stored: '1', refused: '0', unknown: '0 or 1' }[outcome]
    const isWrong = count > 1 || (outcome === 'stored' && count === 0) || (outcome === 'refused' && count > 0)
    if (isWrong) this.violations.push(`${description}: ${count}, expected ${expected}`)
  }

  #outcomeOf(response: WriteResponse): Outcome {
    const { status, text } = typeof response === 'number' ? { status: response, text: '' } : response
    if (status === 200) this.acknowledged += 1
    if (status === 200) return 'stored'
    return /Nothing was changed|was not added/.test(text) ? 'refused' : 'unknown'
  }
}
