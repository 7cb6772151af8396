import { expect, onTestFinished } from 'vitest'
import { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Engine } from './engine.ts'
import { Page } from './page.ts'
import { RecordingProxy } from './recording-proxy.ts'

/** A site that a browser reaches through a recording proxy. */
export class RecordedSite {
  readonly site: SiteProcess
  readonly #proxy: RecordingProxy

  private constructor(site: SiteProcess, proxy: RecordingProxy) {
    this.site = site
    this.#proxy = proxy
  }

  static async open(): Promise<RecordedSite> {
    const proxy = await RecordingProxy.start()
    const site = await SiteProcess.open(preparedFolder(), { PUBLIC_ORIGIN: proxy.origin })
    proxy.target = site.port
    return new RecordedSite(site, proxy)
  }

  /** The paths of all requests of the current test, in order. */
  get requestedPaths(): string[] {
    return this.#proxy.requests.map(({ path }) => path)
  }

  async close(): Promise<void> {
    await this.site.close()
    await this.#proxy.close()
  }

  /**
   * Opens a window for the current test. The test fails if a page reports a problem, if a request fails, or if a file
   * for browsers without AVIF is fetched.
   */
  async openPage(engine: Engine, density: number): Promise<Page> {
    const window = await engine.open(density)
    const { requests, messages, origin } = this.#proxy
    requests.length = 0
    messages.length = 0
    onTestFinished(async () => {
      await window.close()
      expect(messages).toEqual([])
      expect(requests.filter(({ status }) => status >= 400)).toEqual([])
      expect(requests.filter(({ path }) => /^[/]photos[/].*[.](jpg|webp)$/.test(path))).toEqual([])
    })
    return new Page(window, origin)
  }
}
