import { expect } from 'vitest'
import type { Draft } from './draft-addresses.ts'
import { browserRequest, share, type SharedDraft } from './shared-draft.ts'
import type { TargetSite, TextResponse } from './target-site.ts'

/** A path, the status of its response, and what the response must not reveal. All paths of an ended link return 404. */
interface PrivateAddress {
  readonly path: string
  readonly status: 200 | 404
  readonly secrets: readonly string[]
}

/**
 * The addresses below private links: a live, a revoked and an expired link to a draft with a hidden image, and links to
 * other drafts that have ended.
 */
export class PrivateAddresses {
  readonly #cookie: string
  readonly #live: SharedDraft
  readonly #secrets: readonly string[]
  readonly #addresses: PrivateAddress[]
  #next = 0

  private constructor(cookie: string, live: SharedDraft, secrets: readonly string[]) {
    this.#cookie = cookie
    this.#live = live
    this.#secrets = secrets
    const foreign = [...secrets, live.imageId]
    this.#addresses = pathsOf(live).map((path) => {
      const status = path.includes(live.imageId) ? 404 : 200
      return { path, status, secrets: status === 404 ? [...foreign, live.name] : foreign }
    })
  }

  /** Makes the project a draft and shares it. No address may reveal anything of `drafts`, which are other projects. */
  static async open(
    target: TargetSite,
    { projectId, cookie }: { readonly projectId: string; readonly cookie: string },
    drafts: readonly Draft[],
  ): Promise<PrivateAddresses> {
    const [revoked, expired, live] = [
      await share(target, { projectId, cookie }),
      await share(target, { projectId, cookie }),
      await share(target, { projectId, cookie }),
    ]
    const edit = async (form: Record<string, string>) =>
      expect((await target.editProject(projectId, form, { cookie })).status, form['intent']).toBe(200)
    await edit({ intent: 'hide-image', photoId: live.imageId })
    await edit({ intent: 'revoke-link', linkId: revoked.linkId })
    await expireAt(target, expired, new Date(0))
    const secrets = drafts.flatMap((draft) => [draft.id, draft.path, ...draft.secrets])
    const addresses = new PrivateAddresses(cookie, live, secrets)
    for (const ended of [revoked, expired]) addresses.end(ended)
    return addresses
  }

  get count(): number {
    return this.#addresses.length
  }

  share(target: TargetSite, projectId: string): Promise<SharedDraft> {
    return share(target, { projectId, cookie: this.#cookie })
  }

  /** Adds the addresses of a link that has ended. */
  end(shared: SharedDraft): void {
    const secrets = [...this.#secrets, shared.name, shared.imageId, this.#live.name]
    this.#addresses.push(...pathsOf(shared).map((path) => ({ path, status: 404 as const, secrets })))
  }

  async requestNext(target: TargetSite): Promise<void> {
    const address = this.#addresses[this.#next++ % this.#addresses.length]
    if (address) expectPrivate(address, await target.request(address.path, browserRequest))
  }

  /** Lets the live link expire, without any request that ends it. A page from a cache would still be shown. */
  async expire(target: TargetSite): Promise<void> {
    const paths = pathsOf(this.#live)
    await expireAt(target, this.#live, new Date(Date.now() + 2_000))
    const request = (path: string) => target.request(path, browserRequest)
    for (const path of paths) {
      await request(path)
      await expect.poll(async () => (await request(path)).status, { timeout: 120_000 }).toBe(404)
    }
  }
}

function pathsOf({ page, files }: SharedDraft): string[] {
  return [page, `${page}.data`, `${page}?open`, `${page}/state`, ...files]
}

function expectPrivate({ path, status, secrets }: PrivateAddress, response: TextResponse): void {
  expect(response.status, path).toBe(status)
  expect(response.headers.get('Cache-Control'), path).toMatch(/^(private, )?no-store$/)
  // A 404 page contains its own URL.
  const found = secrets.filter((secret) => response.text.includes(secret) && !path.includes(secret))
  expect(found, path).toEqual([])
}

async function expireAt({ site }: TargetSite, { linkId }: SharedDraft, at: Date): Promise<void> {
  await site.query(`update "privateLinks" set "expiresAt" = ? where id = ? returning id`, at.toISOString(), linkId)
}
