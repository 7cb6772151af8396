import { readdir } from 'node:fs/promises'
import { accounts } from '#tests/support/accounts.ts'
import type { FaultContext } from './fault.ts'
import { AdminClient } from './admin-client.ts'
import { openSharedCache } from './shared-cache.ts'
import { assert, projectPath } from './site-fixture.ts'
import { runFaults } from './run-faults.ts'

runFaults('shared caches', [
  {
    name: 'shared cache · filled by an admin: a visitor gets the same pages as without the cache',
    run: (context) => comparePagesThroughCache(context, context.client.cookie),
  },
  {
    name: 'shared cache · filled by a user: a visitor gets the same pages as without the cache',
    run: async (context) =>
      comparePagesThroughCache(context, (await AdminClient.logIn(context.site, accounts.user)).cookie),
  },
])

async function comparePagesThroughCache(context: FaultContext, cookie: string): Promise<void> {
  const cache = await openSharedCache(context.site.origin)
  try {
    const paths = await pathsOf(context)
    for (const path of paths) await read(cache.address + path, cookie)
    for (const path of paths) {
      const [cached, direct] = [await read(cache.address + path), await read(context.site.origin + path)]
      assert(cached.body === direct.body, `${path} from the cache has another user’s content`)
      assert(cached.cookies === 0, `${path} sets a cookie`)
      for (const { email } of Object.values(accounts)) assert(!cached.body.includes(email), `${path} contains ${email}`)
    }
    // Otherwise the test would prove nothing.
    assert(
      cache.counts.stored > 3 && cache.counts.reused > 3,
      `the cache was not used: ${JSON.stringify(cache.counts)}`,
    )
  } finally {
    cache.close()
  }
}

/** Pages with their data, a photo, and some static files. */
async function pathsOf({ site }: FaultContext): Promise<string[]> {
  const [photo = ''] = /\/photos\/[^"\s]+\.avif/.exec(await (await fetch(site.origin + projectPath)).text()) ?? []
  assert((await fetch(site.origin + photo)).ok, `no photo in ${projectPath}`)
  const pages = ['/', '/work', '/about', '/values', '/contact', '/privacy', '/create', '/login', '/signup', '/logout']
  const data = ['/_root.data', ...[...pages.slice(1), projectPath].map((path) => `${path}.data`)]
  const assets = (await readdir('build/client/assets')).filter((name) => name.endsWith('.js')).slice(0, 5)
  return [
    ...pages,
    projectPath,
    `${projectPath}/`,
    '/nowhere',
    '/projects/none',
    ...data,
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.svg',
    photo,
    ...assets.map((name) => `/assets/${name}`),
  ]
}

async function read(address: string, cookie = ''): Promise<{ body: string; cookies: number }> {
  const response = await fetch(address, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  // Nonces, request ids of forms and the contact form's timestamp differ in every response.
  const body = (await response.text())
    .replaceAll(/nonce(=|\\?":\\?)"[^"]+"/g, '')
    .replaceAll(/(type="hidden" name="\w+" value=|stamp\\?",\\?)"[^"]+"/g, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  return { body: `${response.status} ${body}`, cookies: response.headers.getSetCookie().length }
}
