import { setTimeout } from 'node:timers/promises'
import { keys, type Key } from './engine.ts'

const startTimeoutMs = 30_000
/** The key under which the WebDriver standard returns an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** A session of a WebDriver server: https://www.w3.org/TR/webdriver2/ */
export class WebDriverSession {
  readonly #url: string

  private constructor(url: string) {
    this.#url = url
  }

  /** Waits until the server listens, and opens the browser. */
  static async start(server: string, alwaysMatch: Record<string, unknown>): Promise<WebDriverSession> {
    const deadline = Date.now() + startTimeoutMs
    while (!(await fetch(`${server}/status`).then(isOk, isNotOk))) {
      if (Date.now() > deadline) throw new Error('the WebDriver server did not start')
      await setTimeout(50)
    }
    const { sessionId } = await send<{ sessionId: string }>('POST', `${server}/session`, {
      capabilities: { alwaysMatch },
    })
    return new WebDriverSession(`${server}/session/${sessionId}`)
  }

  get<Value>(path: string): Promise<Value> {
    return send('GET', this.#url + path)
  }

  post<Value>(path: string, body: object = {}): Promise<Value> {
    return send('POST', this.#url + path, body)
  }

  run<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.post('/execute/sync', { script: `return (${String(run)})(...arguments)`, args })
  }

  /** Returns the id of the element. */
  async find(selector: string): Promise<string> {
    const element = await this.post<Record<string, string>>('/element', { using: 'css selector', value: selector })
    return element[elementKey] ?? ''
  }

  async press(key: Key): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }))
    await this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  pause(): Promise<void> {
    return setTimeout(50)
  }

  /** Closes the browser. */
  async end(): Promise<void> {
    await send('DELETE', this.#url)
  }
}

const isOk = (response: Response) => response.ok
const isNotOk = () => false

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
