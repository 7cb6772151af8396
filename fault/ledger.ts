import type { Site } from '#e2e/site.ts'

interface Text {
  text: string
  version: number
}

/**
 * What was asked of a site and what it acknowledged, kept outside of its process. What was asked and not answered may
 * stand or not; what was acknowledged must.
 */
export class Ledger {
  acknowledged = 0
  readonly lost: string[] = []
  /** How the text of a project stands; the second one was asked for and not answered. */
  readonly texts = new Map<string, { stands: Text; asked: Text | null }>()
  /** The order of a gallery, and the orders that may have come of what was not answered. */
  readonly orders = new Map<string, { stands: readonly string[]; asked: readonly string[] | null }>()
  /** Names of projects that were made, and whether that was acknowledged. */
  readonly made = new Map<string, boolean>()
  /** SHA-256 of files that were hung. */
  readonly hung = new Map<string, boolean>()
  /** SHA-256 of files that were taken down again. */
  readonly gone = new Set<string>()

  /** Asks for a text; `answer` gives the status. */
  async text(projectId: string, next: Text, answer: () => Promise<number>): Promise<void> {
    const entry = this.texts.get(projectId)
    if (!entry) throw new Error(`the ledger knows no text of ${projectId}`)
    entry.asked = next
    if (!this.#granted(await answer())) return
    this.texts.set(projectId, { stands: next, asked: null })
  }

  async order(projectId: string, next: readonly string[], answer: () => Promise<number>): Promise<void> {
    const entry = this.orders.get(projectId)
    if (!entry) throw new Error(`the ledger knows no order of ${projectId}`)
    entry.asked = next
    if (this.#granted(await answer())) this.orders.set(projectId, { stands: next, asked: null })
  }

  async make(name: string, answer: () => Promise<number>): Promise<void> {
    this.made.set(name, this.#granted(await answer()))
  }

  async hang(sha256: string, answer: () => Promise<number>): Promise<void> {
    this.hung.set(sha256, this.#granted(await answer()))
  }

  async takeDown(sha256: string, answer: () => Promise<number>): Promise<void> {
    this.hung.set(sha256, false)
    if (this.#granted(await answer())) this.gone.add(sha256)
  }

  /** Looks whether everything that was acknowledged is there, and takes over what came of the rest. */
  compare(site: Site, when: string): void {
    const miss = (what: string) => this.lost.push(`${when}: ${what}`)
    const projects = site.sql<{ id: string; name: string; details: string; detailsVersion: number }>(
      'select id, name, details, detailsVersion from projects where deletedAt is null',
    )
    for (const [id, entry] of this.texts) {
      const row = projects.find((project) => project.id === id)
      const found = [entry.stands, entry.asked].find(
        (text) => text && text.text === row?.details && text.version === row.detailsVersion,
      )
      if (!found) miss(`the text of ${id} is ${row?.details} (${row?.detailsVersion}), not ${entry.stands.text}`)
      this.texts.set(id, {
        stands: found ?? { text: row?.details ?? '', version: row?.detailsVersion ?? 0 },
        asked: null,
      })
    }
    for (const [id, entry] of this.orders) {
      const order = site
        .sql<{ id: string }>(
          `select id from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
          id,
        )
        .map((row) => row.id)
      const possible = [entry.stands, entry.asked].some((one) => one?.join() === order.join())
      if (!possible) miss(`the order of ${id} is ${order.join()}`)
      this.orders.set(id, { stands: order, asked: null })
    }
    for (const [name, isAcknowledged] of this.made) {
      const count = projects.filter((project) => project.name === name).length
      if (count > 1 || (isAcknowledged && count === 0)) miss(`${count} projects are called ${name}`)
    }
    const rows = site.sql<{ sha256: string }>('select sha256 from photos where deletedAt is null')
    for (const [sha256, isAcknowledged] of this.hung) {
      const count = rows.filter((row) => row.sha256 === sha256).length
      const isWrong = count > 1 || (isAcknowledged && count === 0) || (this.gone.has(sha256) && count > 0)
      if (isWrong) miss(`a photograph hangs ${count} times`)
    }
  }

  #granted(status: number): boolean {
    if (status === 200) this.acknowledged += 1
    return status === 200
  }
}
