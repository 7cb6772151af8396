import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupScreens } from '#portfolio/setup/setup.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { imagesOf, insertMessage, pathOf } from '#tests/support/site/site-rows.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { deleteMessage, logIn, walkAsAdmin } from './admin-walk.ts'
import { firefox } from './firefox.ts'
import { describeWidth, isFitting, measureImages, type ImageWidth } from './image-widths.ts'
import type { Page } from './page.ts'
import { RecordedSite } from './recorded-site.ts'
import { walkAsVisitor, writeMessage } from './visitor-walk.ts'
import { webkit } from './webkit.ts'

/** Its gallery has three landscape images. */
const project = 'Low Line'
/** A separate project, because the small image that is added to it is shown wider than its file. */
const editedProject = 'Thrown'
const publicPages = ['/', '/work', '/about', '/values', '/contact', '/privacy', '/login', '/signup', '/reset']
const adminPages = [
  '/create',
  '/inbox',
  '/studio',
  '/studio/health',
  '/people',
  '/account',
  ...setupScreens.map((screen) => `/setup/${screen}`),
]
const viewports = [
  { width: 390, height: 844, density: 1 },
  { width: 390, height: 844, density: 3 },
  { width: 768, height: 1024, density: 1 },
  { width: 1440, height: 900, density: 1 },
  { width: 1440, height: 900, density: 2 },
]

let folder: string
let recorded: RecordedSite
let projectPath: string

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), 'enfilade-engines-'))
  await writeFile(join(folder, 'Lamp.jpg'), await photoFile())
  recorded = await RecordedSite.open()
  projectPath = pathOf(recorded.site, project)
})

afterAll(async () => {
  await recorded.close()
  await rm(folder, { recursive: true })
})

const engines = [firefox, webkit]
for (const { name, missing } of engines) {
  if (missing.length > 0) console.log(`${name} is skipped: ${missing.join(' and ')} must be installed.`)
}

describe.for(engines.filter(({ missing }) => missing.length === 0))('$name', (engine) => {
  test.for(viewports)(
    '$width px at density $density: images are fetched about as wide as they are shown',
    async (viewport) => {
      const page = await recorded.openPage(engine, viewport.density)
      await page.window.resize(viewport.width, viewport.height)
      const images = await measurePages(page)
      console.log(`${engine.name} at ${viewport.width} px and density ${viewport.density}, fetched / shown:`)
      console.log(images.map(describeWidth).join('\n'))
      expect(images.filter((image) => !isFitting(image))).toEqual([])
    },
  )

  test('a visitor follows the navigation, zooms into an image and sends a message', async () => {
    const page = await recorded.openPage(engine, 1)
    await page.window.resize(1440, 900)
    await walkAsVisitor(page, project)
    await writeMessage(page, 'A shop')
  })

  test('an admin edits, uploads, reorders, and deletes with undo', async () => {
    const page = await recorded.openPage(engine, 1)
    await page.window.resize(1440, 900)
    await logIn(page)
    await walkAsAdmin(page, pathOf(recorded.site, editedProject), join(folder, 'Lamp.jpg'))
    insertMessage(recorded.site, { subject: `A café in ${engine.name}` })
    await deleteMessage(page, `A café in ${engine.name}`)
  })

  test('no page scrolls horizontally on a phone', async () => {
    const page = await recorded.openPage(engine, 1)
    await page.window.resize(390, 844)
    for (const path of [...publicPages, projectPath]) await expectNoHorizontalScroll(page, path)
    await logIn(page)
    for (const path of [...adminPages, ...publicPages, projectPath]) await expectNoHorizontalScroll(page, path)
  })
})

describe.for(engines.filter(({ missing }) => missing.length === 0))('$name', (engine) => {
  test('a page and its first picture are fetched when a press on its link begins, and not again on the click', async () => {
    const page = await recorded.openPage(engine, 1)
    await page.window.resize(1440, 900)
    await page.open('/work')
    await page.window.evaluate(pressLink, projectPath)
    await page.waitFor('the first picture of the project', isPictureFetched)
    const before = recorded.requestedPaths
    await page.follow(project)
    await page.waitFor('the picture to be shown', isCoverShown)
    const picture = await page.window.evaluate(coverPath)
    for (const path of [`${projectPath}.data`, picture]) {
      expect(before).toContain(path)
      expect(recorded.requestedPaths.filter((each) => each === path)).toHaveLength(1)
    }
  })

  test('a page restored from the back/forward cache reopens its live stream', async () => {
    const page = await recorded.openPage(engine, 1)
    await page.open(projectPath)
    const streamCount = () => recorded.requestedPaths.filter((path) => path.startsWith('/live')).length
    await expect.poll(streamCount, { timeout: 20_000 }).toBe(1)
    await page.window.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
    await page.window.open(`${recorded.site.origin}/robots.txt`)
    await page.window.evaluate(() => history.back())
    await page.waitFor('the page that was left', () => document.documentElement.hasAttribute('data-kept'))
    await expect.poll(streamCount, { timeout: 20_000 }).toBe(2)
  })
})

/** Begins a press on a link. Without a screen, Firefox focuses no window, so a focus event would not be dispatched. */
function pressLink(path: string): void {
  const link = document.querySelector(`a[href="${path}"]`)
  link?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
}

/** Whether a picture that the page does not show has been fetched since it was opened. */
function isPictureFetched(): boolean {
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/photos/'))
  const shown = [...document.images].map(({ currentSrc }) => currentSrc)
  return files.some(({ name }) => !shown.includes(name))
}

function isCoverShown(): boolean {
  const cover = document.querySelector<HTMLImageElement>('article > div img[fetchpriority=high]')
  return cover?.complete === true && cover.naturalWidth > 0
}

function coverPath(): string {
  const cover = document.querySelector<HTMLImageElement>('article > div img[fetchpriority=high]')
  return new URL(cover?.currentSrc ?? '').pathname
}

async function measurePages(page: Page): Promise<ImageWidth[]> {
  const images: ImageWidth[] = []
  for (const path of ['/', '/work', projectPath, '/about', '/values']) {
    await page.open(path)
    images.push(...(await measureImages(page, path === projectPath ? 'project' : path, 'main picture img')))
  }
  await page.open(`${projectPath}?image=${imagesOf(recorded.site, project)[0]?.id}`)
  return [...images, ...(await measureImages(page, 'viewer', 'dialog [data-offset="0"] picture img'))]
}

async function expectNoHorizontalScroll(page: Page, path: string): Promise<void> {
  await page.open(path)
  const isScrollable = await page.window.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  expect(isScrollable, path).toBe(false)
}
