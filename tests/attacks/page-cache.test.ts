import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { requestPagesAndLogIns, runAttacks, type Attack } from './run-attacks.ts'
import { emailOf, type Actor, type TargetSite, type TextResponse } from './target-site.ts'

const changes = 200
const readers = 5
/** The minimum number of pages that the readers together request before the next change. */
const readsPerChange = 5

const nameOf = (change: number) => `Name number ${String(change).padStart(4, '0')}.`
const changesIn = (text: string) => [...text.matchAll(/Name number (\d{4})\./g)].map(([, digits]) => Number(digits))

async function rename(target: TargetSite, change: number, version: string): Promise<TextResponse> {
  const save = { intent: 'save-text', field: 'name', text: nameOf(change), version }
  return target.editProject(0, save)
}

/** Requests pages in turn as different actors until all changes are made, and checks each response. */
async function readUntil(
  target: TargetSite,
  areAllMade: () => boolean,
  acknowledged: () => number,
  noteRead: () => void,
): Promise<void> {
  const actors: readonly Actor[] = ['anonymous', 'user', 'anonymous', 'admin']
  const [project] = target.projectPaths
  const paths = ['/work', project, '/work.data', `${project}.data`, '/', '/about']
  for (let reads = 0; !areAllMade(); reads++) {
    const path = paths[reads % paths.length] ?? '/'
    // Each round of the paths begins with the next actor, so that every actor requests every path.
    const as = actors[(reads + Math.floor(reads / paths.length)) % actors.length] ?? 'anonymous'
    const oldest = acknowledged()
    const { status, headers, text } = await target.request(path, { as })
    expect(status, path).toBe(200)
    expect(Math.min(...changesIn(text), changes), `${path} as ${as}`).toBeGreaterThanOrEqual(oldest)
    expect(headers.get('Cache-Control')).toBe(as === 'anonymous' ? 'public, no-cache' : 'private, no-store')
    if (as === 'anonymous') expectNothingPersonal(text, headers)
    noteRead()
  }
}

function expectNothingPersonal(text: string, headers: Headers): void {
  expect(text).not.toContain(emailOf('admin'))
  expect(text).not.toContain(emailOf('user'))
  expect(text).not.toMatch(/Logout<\/button>|Add Project/)
  expect(headers.get('Set-Cookie')).toBeNull()
}

const changesWhileReading: Attack = {
  name: `${changes} changes of a name, while visitors, users and admins read ${changes * readsPerChange} pages: no page is older than the last acknowledged change`,
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const responses = [await rename(target, 0, '1')]
    let made = 0
    let reads = 0
    const runningReaders = Array.from({ length: readers }, () =>
      readUntil(
        target,
        () => made === changes,
        () => made,
        () => (reads += 1),
      ),
    )
    const finished = Promise.all(runningReaders)
    try {
      for (let change = 1; change <= changes; change++) {
        // Edits are limited to 120 a minute.
        if (change % 50 === 0) await target.site.query('delete from "tallies"')
        const response = await rename(target, change, `${change + 1}`)
        responses.push(response)
        expect(response.status).toBe(200)
        made = change
        while (reads < change * readsPerChange) await Promise.race([finished, wait(1)])
      }
    } finally {
      made = changes
    }
    await finished
    return responses
  },
}

const withdrawnWhileReading: Attack = {
  name: 'a project that is withdrawn and published 40 times, which visitors never get while it is a draft',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    const path = target.projectPaths[0]
    const responses: TextResponse[] = []
    for (let n = 0; n < 40; n++) {
      responses.push(await target.request(path), await target.editProject(0, { intent: 'withdraw' }))
      const [page, data, list] = await Promise.all([path, `${path}.data`, '/work'].map((url) => target.request(url)))
      expect([page?.status, data?.status]).toEqual([404, 404])
      expect(list?.text).not.toContain(path)
      responses.push(await target.editProject(0, { intent: 'publish' }))
    }
    expect((await target.request(path)).status).toBe(200)
    return responses
  },
}

const poisons: [string, Record<string, string>][] = [
  ['a forwarded host', { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }],
  ['another host', { Host: '127.0.0.1' }],
  ['a method override', { 'X-HTTP-Method-Override': 'POST', 'X-Original-URL': '/contact' }],
  ['a forged session', { Cookie: 'enfilade.session_token=forged; __Host-enfilade=forged' }],
  ['hidden tools', { Cookie: 'enfilade-tools=hidden' }],
  ['a reload', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }],
]

let nameVersion = 0

/** Saves the name of the second project, which no other attack changes. The page of the first project shows it too. */
async function saveNextName(target: TargetSite, text: string): Promise<void> {
  nameVersion += 1
  const save = { intent: 'save-text', field: 'name', text, version: String(nameVersion) }
  expect((await target.editProject(1, save)).status).toBe(200)
}

/** The text of a page without the number that every change increases. */
const withoutEdition = (text: string) => text.replace(/(edition\\",\\"\w+\.)\d+/, '$1')

const poisoning = poisons.map(([what, headers]): Attack => ({
  name: `a page requested with ${what} after a change, which changes nothing for the next visitor`,
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const [path] = target.projectPaths
    await saveNextName(target, 'Written once')
    const before = await target.request(path)
    expect(before.text).toContain('Written once')
    // After these changes the page is not cached, and apart from its edition it is as before.
    await saveNextName(target, 'Written twice')
    await saveNextName(target, 'Written once')
    const fields = Object.entries({ Host: `localhost:${target.site.port}`, Connection: 'close', ...headers })
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    // `fetch` ignores a Host header.
    const poisoned = await target.sendRaw(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
    const after = await target.request(path)
    expect(withoutEdition(after.text)).toBe(withoutEdition(before.text))
    expect(after.text, 'the page was rendered again').not.toBe(before.text)
    expect(after.headers.get('Cache-Control')).toBe('public, no-cache')
    expectNothingPersonal(after.text, after.headers)
    return [poisoned, before, after]
  },
}))

const otherSpellings: Attack = {
  name: 'other spellings of a project’s URL, none of which returns an outdated page after a change',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const [id = ''] = target.projectIds
    const [project] = target.projectPaths
    const encoded = project.replace('alder', '%61lder')
    const urls = ['?', '?image=x', '.data?image=x', '.data?_routes=root'].map((end) => project + end)
    urls.push(encoded, `${encoded}.data`, `${project}/`, `/projects/${id}.data`, '/projects/Alder-House.data')
    const save = (text: string, version: string) =>
      target.editProject(0, { intent: 'save-text', field: 'details', text, version })
    const responses = [await save('Written before.', '1')]
    for (const url of urls) await target.request(url)
    responses.push(await save('Written after.', '2'))
    for (const url of urls) expect((await target.request(url)).text, url).not.toContain('Written before.')
    return responses
  },
}

const unboundedUrls: Attack = {
  name: '400 URLs with made-up parts, none of which is cached',
  status: [200, 302, 404],
  send: async (target) => {
    const pathsOf = (n: number) => [`/work?${n}`, `/work?sector=s${n}`, `/work.data?_routes=${n}`, `/projects/${n}`]
    const responses: TextResponse[] = []
    // 40 at a time: on a busy machine, 400 new connections can wait longer than the 20 s within which headers must arrive.
    for (let n = 0; n < 100; n += 10) {
      const paths = Array.from({ length: 10 }, (_, index) => pathsOf(n + index))
      responses.push(...(await Promise.all(paths.flat().map((path) => target.request(path)))))
    }
    for (const { headers } of responses) expect(headers.get('Cache-Control')).not.toContain('public')
    return responses
  },
}

/** The warm-up. Pages for logged-in users are rendered for each request; the default warm-up requests none of them. */
async function renderPages(target: TargetSite): Promise<void> {
  await requestPagesAndLogIns(target)
  const paths = ['/work', target.projectPaths[0], '/', '/about']
  for (let round = 0; round < 100; round++) {
    await Promise.all(
      paths.flatMap((path) => [target.request(path, { as: 'user' }), target.request(path, { as: 'admin' })]),
    )
  }
}

const attacks = [changesWhileReading, withdrawnWhileReading, ...poisoning, otherSpellings, unboundedUrls]
runAttacks('page cache', attacks, renderPages)
