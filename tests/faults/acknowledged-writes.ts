import type { SiteProcess } from '#tests/support/site-process.ts'

interface Text {
  text: string
  version: number
}

/**
 * Records the writes that a site acknowledged, outside its process: each of them must survive. A write that got no
 * response may be stored or not.
 */
export class AcknowledgedWrites {
  acknowledged = 0
  /** Acknowledged writes that are missing, and writes that were stored more than once. */
  readonly violations: string[] = []
  /** The text of each project, by id; `pending` was sent and got no response. */
  readonly texts = new Map<string, { current: Text; pending: Text | null }>()
  /** The image ids of each gallery, by project id; `pending` was sent and got no response. */
  readonly orders = new Map<string, { current: readonly string[]; pending: readonly string[] | null }>()
  /** The names of created projects, and whether the creation was acknowledged. */
  readonly projects = new Map<string, boolean>()
  /** The SHA-256 of attached files, and whether attaching was acknowledged. */
  readonly attached = new Map<string, boolean>()
  /** The SHA-256 of files whose removal was acknowledged. */
  readonly removed = new Set<string>()

  /** Each of these methods records a write. `send` performs it and returns the HTTP status. */
  async saveText(projectId: string, next: Text, send: () => Promise<number>): Promise<void> {
    const entry = this.texts.get(projectId)
    if (!entry) throw new Error(`no text is recorded for ${projectId}`)
    entry.pending = next
    if (!this.#isAcknowledged(await send())) return
    this.texts.set(projectId, { current: next, pending: null })
  }

  async reorder(projectId: string, next: readonly string[], send: () => Promise<number>): Promise<void> {
    const entry = this.orders.get(projectId)
    if (!entry) throw new Error(`no order is recorded for ${projectId}`)
    entry.pending = next
    if (this.#isAcknowledged(await send())) this.orders.set(projectId, { current: next, pending: null })
  }

  async createProject(name: string, send: () => Promise<number>): Promise<void> {
    this.projects.set(name, this.#isAcknowledged(await send()))
  }

  async attach(sha256: string, send: () => Promise<number>): Promise<void> {
    this.attached.set(sha256, this.#isAcknowledged(await send()))
  }

  async remove(sha256: string, send: () => Promise<number>): Promise<void> {
    this.attached.set(sha256, false)
    if (this.#isAcknowledged(await send())) this.removed.add(sha256)
  }

  /** Compares the records with the database. Pending writes are then recorded as stored or not. */
  verify(site: SiteProcess, when: string): void {
    const reportViolation = (what: string) => this.violations.push(`${when}: ${what}`)
    const projects = site.sql<{ id: string; name: string; details: string; detailsVersion: number }>(
      'select id, name, details, detailsVersion from projects where deletedAt is null',
    )
    for (const [id, entry] of this.texts) {
      const row = projects.find((project) => project.id === id)
      const found = [entry.current, entry.pending].find(
        (text) => text && text.text === row?.details && text.version === row.detailsVersion,
      )
      if (!found)
        reportViolation(`the text of ${id} is ${row?.details} (${row?.detailsVersion}), not ${entry.current.text}`)
      this.texts.set(id, {
        current: found ?? { text: row?.details ?? '', version: row?.detailsVersion ?? 0 },
        pending: null,
      })
    }
    for (const [id, entry] of this.orders) {
      const order = site
        .sql<{ id: string }>(
          `select id from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
          id,
        )
        .map((row) => row.id)
      const possible = [entry.current, entry.pending].some((one) => one?.join() === order.join())
      if (!possible) reportViolation(`the order of ${id} is ${order.join()}`)
      this.orders.set(id, { current: order, pending: null })
    }
    for (const [name, isAcknowledged] of this.projects) {
      const count = projects.filter((project) => project.name === name).length
      if (count > 1 || (isAcknowledged && count === 0)) reportViolation(`${count} projects are called ${name}`)
    }
    const rows = site.sql<{ sha256: string }>('select sha256 from photos where deletedAt is null')
    for (const [sha256, isAcknowledged] of this.attached) {
      const count = rows.filter((row) => row.sha256 === sha256).length
      const isWrong = count > 1 || (isAcknowledged && count === 0) || (this.removed.has(sha256) && count > 0)
      if (isWrong) reportViolation(`a photo is attached ${count} times`)
    }
  }

  #isAcknowledged(status: number): boolean {
    if (status === 200) this.acknowledged += 1
    return status === 200
  }
}
