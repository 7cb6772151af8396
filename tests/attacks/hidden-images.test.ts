import { expect } from 'vitest'
import { parseCrops } from '#portfolio/derivative/crops-column.ts'
import { recordEvents } from './record-events.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { Actor, TargetSite, TextResponse } from './target-site.ts'

const outsiders: readonly Actor[] = ['anonymous', 'user', 'former admin', 'expired']
/** A cookie that anybody can set. */
const shownTools = 'enfilade-tools=shown'
/** The number of commands that hide and show the image during the crawl. */
const commandCount = 80

/** The first image of a published project. */
interface HiddenImage {
  readonly id: string
  readonly projectId: string
  /** The path of the project's page. */
  readonly page: string
  readonly files: readonly string[]
  /** The URLs of all pages that may mention it. */
  readonly pages: readonly string[]
}

async function imageOf(target: TargetSite): Promise<HiddenImage> {
  const projectId = target.projectIds[0] ?? ''
  const [photo] = await target.site.query<{ id: string; made: string; recipe: string; crops: string }>(
    `select id, made, recipe, crops from photos where "projectId" = ? and place = 'gallery' and "deletedAt" is null
      order by position`,
    projectId,
  )
  if (!photo) throw new Error('the project has no image')
  const widths = photo.made.split(',').flatMap((width) => [`${width}.avif`, `${width}.jpg`, `${width}-p3.avif`])
  const crops = parseCrops(photo.crops).flatMap(({ name, widths }) => widths.map((width) => `${name}/${width}.avif`))
  const files = [...widths, ...crops, 'og-50-50.jpg'].map((file) => `/photos/${photo.id}/${photo.recipe}/${file}`)
  expect(files.length).toBeGreaterThan(3)
  const slugs = await target.site.query<{ slug: string }>(
    'select slug from projects where "deletedAt" is null order by id = ? desc',
    projectId,
  )
  const [own = '', ...others] = slugs.map(({ slug }) => `/projects/${slug}`)
  const pages = ['/work', '/about', own, ...others]
  const parts = ['/work.data?_routes=pages%2Fpublic%2Fwork', `${own}.data?_routes=pages%2Fpublic%2Fproject`]
  const viewer = [`${own}?image=${photo.id}`, `${own}.data?image=${photo.id}`]
  return {
    id: photo.id,
    projectId,
    page: own,
    files,
    pages: ['/', ...pages, ...pages.map((path) => `${path}.data`), ...parts, ...viewer, '/_root.data', '/sitemap.xml'],
  }
}

/** Expects that a response to an actor who is not an admin does not reveal the image. */
function expectNotRevealed({ id, files }: HiddenImage, address: string, { status, headers, text }: TextResponse): void {
  if (files.includes(address)) {
    expect(status, address).toBe(404)
    expect(headers.get('Cache-Control'), address).toBe('no-store')
    return
  }
  // The page contains the address that was requested.
  const revealed = address.includes(id) ? `/photos/${id}` : id
  expect(text.includes(revealed), address).toBe(false)
}

const setHidden = (target: TargetSite, { id, projectId }: HiddenImage, intent: 'hide-image' | 'show-image') =>
  target.editProject(projectId, { intent, photoId: id })

const crawl: Attack = {
  name: 'the URLs of a hidden image and of the pages that may mention it, as each actor who is not an admin',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    const image = await imageOf(target)
    const addresses = [...image.files, ...image.pages]
    const before = new Map<string, TextResponse>()
    for (const address of addresses) before.set(address, await target.request(address))
    // Otherwise the crawl would prove nothing.
    expect([...before.values()].filter(({ text }) => text.includes(image.id)).length).toBeGreaterThan(4)
    await setHidden(target, image, 'hide-image')
    const responses: TextResponse[] = []
    for (const address of addresses) {
      for (const as of outsiders) {
        const tag = before.get(address)?.headers.get('ETag') ?? '*'
        const cookie = [target.cookies[as], shownTools].filter(Boolean).join('; ')
        const isFile = image.files.includes(address)
        const options = { cookie, ...(isFile && { headers: { 'If-None-Match': tag } }) }
        const response = await target.request(address, options)
        expectNotRevealed(image, address, response)
        responses.push(response)
      }
    }
    for (const address of image.files) {
      const { status } = await target.request(address, { as: 'admin' })
      if (before.get(address)?.status === 200 && !address.includes('og-')) expect(status, address).toBe(200)
    }
    const page = await target.request(image.page, { as: 'admin' })
    expect(page.text).toContain(image.id)
    const hiddenTools = `${target.cookies.admin}; enfilade-tools=hidden`
    expectNotRevealed(image, '/', await target.request(image.page, { cookie: hiddenTools }))
    return responses
  },
}

const changesOfHidden: Attack = {
  name: 'changes of a hidden image, which a visitor’s live stream does not report',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const image = await imageOf(target)
    const { id: photoId, projectId } = image
    await setHidden(target, image, 'hide-image')
    const stream = await recordEvents(target)
    const uploadId = await target.uploadPhoto()
    const responses = [
      await target.editProject(projectId, { intent: 'set-alt-text', photoId, alt: 'A lamp', baseText: '' }),
      await target.editProject(projectId, { intent: 'set-focal-point', photoId, x: '0.1', y: '0.1' }),
      await target.editProject(projectId, { intent: 'add-image', uploadId, hidden: 'yes' }),
    ]
    await target.waitForDerivatives()
    responses.push(await target.editProject(1, { intent: 'save-text', field: 'details', text: 'Elm.', version: '1' }))
    const sentinel = `project:${target.projectIds[1]}`
    await expect.poll(stream.topics).toContain(sentinel)
    expect(stream.topics()).toEqual([sentinel])
    responses.push(await target.editProject(projectId, { intent: 'show-hidden-images' }))
    await expect.poll(stream.topics).toContain(`project:${projectId}`)
    stream.close()
    return responses
  },
}

const toggling: Attack = {
  name: `a crawl while an image is hidden and shown ${commandCount} times`,
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const image = await imageOf(target)
    const addresses = [...image.files, ...image.pages]
    const state = { running: true, isHidden: false, epoch: 0, checked: 0 }
    const set = (isHidden: boolean) => Object.assign(state, { isHidden, epoch: state.epoch + 1 })
    const crawlUntilEnd = async (offset: number) => {
      for (let n = offset; state.running; n++) {
        const address = addresses[n % addresses.length] ?? ''
        const { isHidden, epoch } = state
        const response = await target.request(address)
        // Visitors may see the image until its hiding is confirmed, and again once the next command is sent.
        if (!isHidden || epoch !== state.epoch) continue
        state.checked += 1
        expectNotRevealed(image, address, response)
      }
    }
    const toggle = async () => {
      const responses: TextResponse[] = []
      for (let round = 0; round < commandCount / 2 && state.running; round++) {
        responses.push(await setHidden(target, image, 'hide-image'))
        set(true)
        for (const step of [0, 1]) {
          // A request that begins now must already be refused.
          const address = addresses[(2 * round + step) % addresses.length] ?? ''
          expectNotRevealed(image, address, await target.request(address))
        }
        set(false)
        responses.push(await setHidden(target, image, 'show-image'))
      }
      return responses
    }
    const crawlers = Promise.all([0, 7, 13].map(crawlUntilEnd))
    const toggles = toggle()
    await Promise.race([toggles, crawlers]).finally(() => (state.running = false))
    await crawlers
    expect(state.checked).toBeGreaterThan(10)
    return toggles
  },
  verify: (_, responses) => expect(responses).toHaveLength(commandCount),
}

const refused: Attack = {
  name: 'hiding and showing images as each actor who is not an admin',
  status: [401, 403],
  send: async (target) => {
    const { id: photoId, projectId } = await imageOf(target)
    const responses: TextResponse[] = []
    for (const as of outsiders) {
      for (const intent of ['hide-image', 'show-image', 'show-hidden-images']) {
        responses.push(await target.editProject(projectId, { intent, photoId }, { cookie: target.cookies[as] ?? '' }))
      }
    }
    return responses
  },
}

runAttacks('hidden images', [crawl, changesOfHidden, toggling, refused])
