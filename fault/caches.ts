import { readdir } from 'node:fs/promises'
import { accounts } from '#e2e/people.ts'
import type { Fault, Stage } from './fault.ts'
import { Hand } from './hand.ts'
import { openSharedCache } from './shared-cache.ts'
import { must } from './stage.ts'

/** A cache stands between the site and everybody. */
export const caches: readonly Fault[] = [
  {
    isQuick: true,
    name: 'shared cache · an admin’s pages, then a visitor: not a byte of the admin',
    try: (stage) => throughACache(stage, stage.hand.cookie),
  },
  {
    isQuick: true,
    name: 'shared cache · the pages of somebody without a role, then a visitor',
    try: async (stage) => throughACache(stage, (await Hand.of(stage.site, accounts.member)).cookie),
  },
]

async function throughACache(stage: Stage, cookie: string): Promise<void> {
  const cache = await openSharedCache(stage.site.origin)
  try {
    const paths = await pathsOf(stage)
    for (const path of paths) await read(cache.address + path, cookie)
    for (const path of paths) {
      const [through, direct] = [await read(cache.address + path), await read(stage.site.origin + path)]
      must(through.body === direct.body, `${path} comes out of the cache as somebody else saw it`)
      must(through.cookies === 0, `${path} hands out a cookie`)
      for (const { email } of Object.values(accounts)) must(!through.body.includes(email), `${path} names ${email}`)
    }
    // A cache that kept nothing would have proven nothing.
    must(cache.counts.kept > 3 && cache.counts.reused > 3, `the cache was not in use: ${JSON.stringify(cache.counts)}`)
  } finally {
    cache.close()
  }
}

/** Every page, its data, and what is the same for everybody. */
async function pathsOf({ projectId, imageIds }: Stage): Promise<string[]> {
  const project = `/projects/${projectId}`
  const pages = ['/', '/work', '/about', '/values', '/contact', '/privacy', '/create', '/login', '/signup', '/logout']
  const data = ['/_root.data', ...[...pages.slice(1), project].map((path) => `${path}.data`)]
  const assets = (await readdir('build/client/assets')).filter((name) => name.endsWith('.js')).slice(0, 5)
  return [
    ...pages,
    project,
    `${project}/`,
    '/nowhere',
    '/projects/none',
    ...data,
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.svg',
    `/photos/${imageIds[0]}/v1/91.webp`,
    ...assets.map((name) => `/assets/${name}`),
  ]
}

async function read(address: string, cookie = ''): Promise<{ body: string; cookies: number }> {
  const answer = await fetch(address, { headers: cookie ? { cookie } : {}, redirect: 'manual' })
  // Marks of scripts, names of forms that nobody has sent, and the moment of the contact form differ from answer to answer.
  const body = (await answer.text())
    .replaceAll(/nonce(=|\\?":\\?)"[^"]+"/g, '')
    .replaceAll(/(type="hidden" name="\w+" value=|stamp\\?",\\?)"[^"]+"/g, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
  return { body: `${answer.status} ${body}`, cookies: answer.headers.getSetCookie().length }
}
