import { StoreFailed } from '#portfolio/parts.ts'

/** One after the other, in the order of asking. */
export class Turns {
  #taken = false
  readonly #waiting: (() => void)[] = []

  /**
   * Waits for the turn; answers with the way to end it. Who has waited until `deadline` (milliseconds of
   * `performance.now`) leaves the queue: `StoreFailed`.
   */
  async take(deadline: number): Promise<() => void> {
    if (this.#taken) await this.#wait(deadline)
    this.#taken = true
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const next = this.#waiting.shift()
      // Handed on without a gap: who asks in between must not overtake.
      if (next) next()
      else this.#taken = false
    }
  }

  #wait(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        reject(new StoreFailed(new Error('the queue for writing was too long'), false))
      }, deadline - performance.now())
      this.#waiting.push(go)
    })
  }
}
