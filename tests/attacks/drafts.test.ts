import { parseCrops } from '#portfolio/derivative/crops-column.ts'
import { expect } from 'vitest'
import { recordEvents } from './record-events.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { Actor, TargetSite, TextResponse } from './target-site.ts'

const outsiders: readonly Actor[] = ['anonymous', 'user', 'former admin', 'expired']
/** A cookie that anybody can set. */
const shownTools = 'enfilade-tools=shown'
/** The number of commands that publish or withdraw two projects during the crawl. */
const commandCount = 200

/** A project, and the strings that reveal it in a response. */
interface Draft {
  readonly id: string
  readonly path: string
  readonly secrets: readonly string[]
  /** The URLs of its page, data and photos, and of all pages that may mention it. */
  readonly addresses: readonly string[]
}

async function draftOf(target: TargetSite, index: number): Promise<Draft> {
  const id = target.projectIds[index] ?? ''
  const [project] = await target.site.query<{ name: string }>('select name from projects where id = ?', id)
  const photos = await target.site.query<{ id: string; made: string; recipe: string; crops: string }>(
    'select id, made, recipe, crops from photos where "projectId" = ?',
    id,
  )
  const pictures = photos.flatMap((photo) => {
    const files = photo.made.split(',').flatMap((width) => ['avif', 'jpg', 'p3.avif'].map(fileAt(width)))
    const cropped = parseCrops(photo.crops).flatMap(({ name, widths }) =>
      widths.map((width) => `${name}/${width}.avif`),
    )
    return [...files, ...cropped, 'og-50-50.jpg'].map((file) => `/photos/${photo.id}/${photo.recipe}/${file}`)
  })
  expect(pictures.length).toBeGreaterThan(10)
  const path = target.projectPaths[index] ?? ''
  const others = target.projectPaths.filter((other) => other !== path)
  // By its slug, its former slug, its old address and its id.
  const own = [path, `${path}-before`, `${path}.html`, `/projects/${id}`].flatMap((one) => [
    one,
    `${one}/`,
    one.toUpperCase(),
    `${one}?image=${photos[0]?.id}`,
    `${one}.data`,
    `${one}.data?_routes=pages%2Fpublic%2Fproject`,
  ])
  const pages = ['/', '/work', '/create', '/about', ...others, ...own.slice(0, 1)]
  const data = pages.slice(1).map((path) => `${path}.data`)
  const parts = [`/work.data?_routes=pages%2Fpublic%2Fwork`]
  return {
    id,
    path,
    secrets: [project?.name ?? '', ...photos.map((photo) => photo.id)],
    addresses: [...pages, ...own.slice(1), '/_root.data', ...data, ...parts, '/sitemap.xml', ...pictures],
  }
}

const fileAt = (width: string) => (format: string) =>
  format.startsWith('p3') ? `${width}-${format}` : `${width}.${format}`

/** Expects that a response to an actor who is not an admin does not reveal the draft. */
function expectNothing({ id, path, secrets }: Draft, address: string, { status, headers, text }: TextResponse): void {
  const isOwn =
    address.toLowerCase().includes(id) || address.toLowerCase().startsWith(path) || address.startsWith('/photos/')
  if (isOwn) expect(status, address).toBe(404)
  if (address.startsWith('/photos/')) expect(headers.get('Cache-Control'), address).toBe('no-store')
  // A 404 page contains its own URL.
  const requested = secrets.filter((secret) => address.includes(secret))
  const found = [...secrets, ...(isOwn ? [] : [id, path])].filter((secret) => text.includes(secret))
  expect(
    found.filter((secret) => !requested.includes(secret)),
    address,
  ).toEqual([])
}

const setPublished = (target: TargetSite, { id }: Draft, intent: 'publish' | 'withdraw', cookie?: string) =>
  target.editProject(id, { intent }, cookie ? { cookie } : {})

/** Gives the second project a former slug and an address of the former site. */
async function addFormerAddresses(target: TargetSite): Promise<void> {
  const [slug, former] = ['birch-house', 'birch-house-before']
  await target.editProject(1, { intent: 'edit-address', slug: former, baseSlug: slug })
  await target.editProject(1, { intent: 'edit-address', slug, baseSlug: former })
  const old = { intent: 'add-old-address', path: `/projects/${slug}.html`, target: target.projectIds[1] ?? '' }
  await target.request('/studio.data', { as: 'admin', form: old })
  for (const path of [`/projects/${former}`, `/projects/${slug}.html`]) {
    const { status, headers } = await target.request(path)
    expect([status, headers.get('Location'), headers.get('Cache-Control')], path).toEqual([
      301,
      `/projects/${slug}`,
      'no-cache',
    ])
  }
}

const crawl: Attack = {
  name: 'the URLs of a draft and of the pages that may mention it, as each actor who is not an admin',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    await addFormerAddresses(target)
    const draft = await draftOf(target, 1)
    const before = new Map<string, TextResponse>()
    for (const address of draft.addresses) before.set(address, await target.request(address))
    // Otherwise the crawl would prove nothing.
    const showing = [...before.values()].filter(({ text }) => draft.secrets.some((secret) => text.includes(secret)))
    expect(showing.length).toBeGreaterThan(8)
    await setPublished(target, draft, 'withdraw')
    const responses: TextResponse[] = []
    for (const address of draft.addresses) {
      for (const as of outsiders) {
        const tag = before.get(address)?.headers.get('ETag') ?? '*'
        const cookie = [target.cookies[as], shownTools].filter(Boolean).join('; ')
        const isPicture = address.startsWith('/photos/')
        const response = await target.request(address, {
          cookie,
          ...(isPicture && { headers: { 'If-None-Match': tag } }),
        })
        expectNothing(draft, address, response)
        responses.push(response)
      }
    }
    for (const address of draft.addresses) {
      const { status } = await target.request(address, { as: 'admin' })
      if (before.get(address)?.status === 200 && !address.includes('og-')) expect(status, address).toBe(200)
    }
    return responses
  },
}

const changesOfDraft: Attack = {
  name: 'changes of a draft, which a visitor’s live stream does not report',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const draft = await draftOf(target, 1)
    const [photoId = ''] = draft.secrets.slice(1)
    await setPublished(target, draft, 'withdraw')
    const stream = await recordEvents(target)
    const upload = await target.uploadPhoto()
    const list = { as: 'admin', method: 'POST' } as const
    const responses = [
      await target.editProject(draft.id, { intent: 'save-text', field: 'details', text: 'Ash.', version: '1' }),
      await target.editProject(draft.id, { intent: 'set-alt-text', photoId, alt: 'A lamp', baseText: '' }),
      await target.editProject(draft.id, { intent: 'set-focal-point', photoId, x: '0.1', y: '0.1' }),
      await target.editProject(draft.id, { intent: 'add-image', uploadId: upload }),
      await target.request('/work.data', { ...list, form: { intent: 'move', projectId: draft.id, position: '9' } }),
      await target.request('/create.data', {
        ...list,
        form: { name: 'Cedar House', details: 'x', requestId: 'cedar', draft: 'yes' },
      }),
    ]
    await target.waitForDerivatives()
    responses.push(await target.editProject(0, { intent: 'save-text', field: 'details', text: 'Elm.', version: '1' }))
    const sentinel = `project:${target.projectIds[0]}`
    await expect.poll(stream.topics).toContain(sentinel)
    expect(stream.topics()).toEqual([sentinel])
    responses.push(await setPublished(target, draft, 'publish'), await setPublished(target, draft, 'withdraw'))
    const announced = ['work', `project:${draft.id}`]
    await expect.poll(stream.topics).toEqual([sentinel, ...announced, ...announced])
    stream.close()
    return responses
  },
}

/** Publishes and withdraws a draft. Visitors may see it until a withdrawal is confirmed, and from its republication. */
class Toggled {
  readonly draft: Draft
  isHidden = false
  /** Changes whenever `isHidden` does. */
  epoch = 0

  constructor(draft: Draft) {
    this.draft = draft
  }

  async toggle(target: TargetSite, cookie: string, isRunning: () => boolean): Promise<TextResponse[]> {
    const responses: TextResponse[] = []
    for (let round = 0; round < commandCount / 4 && isRunning(); round++) {
      responses.push(await setPublished(target, this.draft, 'withdraw', cookie))
      this.#set(true)
      // A request that begins now must already be refused.
      const address = this.draft.addresses[round % this.draft.addresses.length] ?? ''
      expectNothing(this.draft, address, await target.request(address))
      this.#set(false)
      responses.push(await setPublished(target, this.draft, 'publish', cookie))
    }
    return responses
  }

  #set(isHidden: boolean): void {
    this.isHidden = isHidden
    this.epoch += 1
  }
}

const toggling: Attack = {
  name: `a crawl while two projects are published and withdrawn ${commandCount} times`,
  isAccepted: true,
  status: 200,
  send: async (target) => {
    // Each admin may make 120 changes a minute.
    const cookies = [target.cookies.admin, await signUpAdmin(target)]
    const toggled = [new Toggled(await draftOf(target, 0)), new Toggled(await draftOf(target, 1))]
    let running = true
    const checked = { hidden: 0, all: 0 }
    const crawlUntilEnd = async (state: Toggled, offset: number) => {
      const { draft } = state
      for (let n = offset; running; n++) {
        const address = draft.addresses[n % draft.addresses.length] ?? ''
        const { isHidden, epoch } = state
        const response = await target.request(address)
        checked.all += 1
        if (!isHidden || epoch !== state.epoch) continue
        checked.hidden += 1
        expectNothing(draft, address, response)
      }
    }
    const crawlers = toggled.flatMap((state) => [0, 7, 13].map((offset) => crawlUntilEnd(state, offset)))
    const toggles = Promise.all(toggled.map((state, n) => state.toggle(target, cookies[n] ?? '', () => running)))
    // A crawler that finds the draft ends the race; otherwise the crawlers end after the toggles.
    await Promise.race([toggles, Promise.all(crawlers)]).finally(() => (running = false))
    await Promise.all(crawlers)
    const responses = await toggles
    expect(checked.all).toBeGreaterThan(commandCount / 2)
    expect(checked.hidden).toBeGreaterThan(10)
    return responses.flat()
  },
  verify: (_, responses) => expect(responses).toHaveLength(commandCount),
}

async function signUpAdmin(target: TargetSite): Promise<string> {
  const cookie = await target.signUp('second-admin@example.com')
  await target.site.runAdminCommand('grant', 'second-admin@example.com', '--keep-password')
  return cookie
}

const hiddenTools: Attack = {
  name: 'pages requested by an admin with hidden tools, which have the same content as for a visitor',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    await setPublished(target, await draftOf(target, 0), 'publish')
    const draft = await draftOf(target, 1)
    await setPublished(target, draft, 'withdraw')
    const cookie = `${target.cookies.admin}; enfilade-tools=hidden`
    const pages = ['/', '/work', '/create', '/about', '/values', '/contact', '/privacy', '/nowhere', '/sitemap.xml']
    const responses: TextResponse[] = []
    for (const path of [...pages, target.projectPaths[0], '/projects/nobody']) {
      const [admin, visitor] = [await target.request(path, { cookie }), await target.request(path)]
      expect(admin.status, path).toBe(visitor.status)
      expect(mainOf(admin.text), path).toBe(mainOf(visitor.text))
      expect(admin.text, path).not.toContain(draft.secrets[0])
      responses.push(admin, visitor)
    }
    // The preview of a draft is the exception, for admins only.
    const preview = await target.request(draft.path, { cookie })
    expect([preview.status, preview.text.includes(draft.secrets[0] ?? '')]).toEqual([200, true])
    expect(mainOf(preview.text)).not.toMatch(/Publish|Draft|Position/)
    expectNothing(draft, draft.path, await target.request(draft.path))
    return [...responses, preview]
  },
}

/** The content of a page, without what differs in each response: nonces and the time in the contact form. */
function mainOf(html: string): string {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? html
  return main.replaceAll(/ nonce="[^"]+"/g, '').replaceAll(/(type="hidden" name="\w+" value=)"[^"]+"/g, '$1')
}

const forgedTools: Attack = {
  name: 'a cookie that hides or shows the tools, which neither grants nor revokes a permission',
  isAccepted: true,
  status: [200, 403],
  send: async (target) => {
    const draft = await draftOf(target, 1)
    const asAdmin = `${target.cookies.admin}; enfilade-tools=hidden`
    const asUser = `${target.cookies.user}; ${shownTools}`
    return [
      await setPublished(target, draft, 'publish', asAdmin),
      await setPublished(target, draft, 'withdraw', asUser),
    ]
  },
  verify: async (target, responses) => {
    expect(responses.map(({ status }) => status)).toEqual([200, 403])
    expect((await target.request(target.projectPaths[1])).status).toBe(200)
  },
}

runAttacks('drafts', [crawl, changesOfDraft, toggling, hiddenTools, forgedTools])
