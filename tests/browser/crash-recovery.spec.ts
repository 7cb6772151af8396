import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { galleryOf, imageNames } from './fixtures/gallery.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { samplePhoto, smallImage, type ChosenFile } from './fixtures/chosen-files.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

// A navigation while the server is down logs that the route module cannot be loaded, which is expected.
test.afterEach(({ browserErrors }) => {
  const others = browserErrors.filter((line) => !/Error loading route module|dynamically imported module/.test(line))
  browserErrors.splice(0, browserErrors.length, ...others)
})

test('a created project and every byte of its photos survive a crash right after the response', async ({
  admin,
  visitor,
  site,
}) => {
  const [cover, image] = [await samplePhoto('desk.jpg'), await samplePhoto('optician/03-table.jpg')]
  await admin.fillProjectForm({ name: 'Water Tower', details: 'Brick.\n\nOak.', cover, images: [image] })
  await crashAfterResponse(admin.page, site, () => admin.submit(), /\/create\.data/)
  const { id } = projectNamed(site, 'Water Tower')
  expect(await originalsOf(site, id)).toEqual([hashOf(cover), hashOf(image)])
  await visitor.open(`/projects/${id}`)
  await expect(visitor.main.getByText('Oak.', { exact: true })).toBeVisible()
  expect(await imageNames(visitor)).toEqual(['Image 1 of Water Tower'])
})

const changes: {
  description: string
  change: (admin: Admin) => Promise<void>
  expectChanged: (visitor: Visitor, site: SiteProcess) => Promise<void>
}[] = [
  {
    description: 'a new name',
    async change(admin) {
      await admin.editText('name', 'Fired')
      await admin.save()
    },
    expectChanged: (visitor) => expect(visitor.heading('Fired')).toBeVisible(),
  },
  {
    description: 'new details',
    async change(admin) {
      await admin.editText('details', 'Written just in time.')
      await admin.save()
    },
    expectChanged: (visitor) => expect(visitor.main.getByText('Written just in time.')).toBeVisible(),
  },
  {
    description: 'a new order of images',
    change: (admin) => admin.moveImage(1, '5'),
    async expectChanged(visitor, site) {
      const [plan] = site.sql<{ alt: string }>(`select alt from photos where storageKey like '%05-plan%' and projectId =
        (select id from projects where name = 'Thrown')`)
      expect((await imageNames(visitor)).indexOf(plan?.alt ?? '')).toBe(3)
    },
  },
  {
    description: 'the removal of an image',
    change: (admin) => admin.removeImage(1),
    async expectChanged(visitor, site) {
      expect(await imageNames(visitor)).toHaveLength(4)
      expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4])
    },
  },
]

for (const { description, change, expectChanged } of changes) {
  test(`${description} survives a crash right after the response`, async ({ admin, visitor, site }) => {
    const path = pathOf(site, 'Thrown')
    await admin.open(path)
    await crashAfterResponse(admin.page, site, () => change(admin), /\/projects\/.*\.data/)
    await visitor.open(path)
    await expectChanged(visitor, site)
  })
}

// With several processes, the photos that a killed one had claimed are processed five minutes later.
const oneProcess = { tag: '@one-process' }

test(
  'an added image and a replaced cover survive a crash, and their derivatives are created afterwards',
  oneProcess,
  async ({ admin, visitor, site }) => {
    const { id } = projectNamed(site, 'Thrown')
    const [image, cover] = [await smallImage('late.jpg'), await smallImage('front.png', { as: 'png' })]
    await admin.open(`/projects/${id}`)
    await crashAfterResponse(admin.page, site, () => admin.addImages(image), /\/projects\/.*\.data/)
    await admin.open(`/projects/${id}`)
    await crashAfterResponse(admin.page, site, () => admin.replaceCover(cover), /\/projects\/.*\.data/)
    expect(await originalsOf(site, id)).toEqual(expect.arrayContaining([hashOf(image), hashOf(cover)]))
    await visitor.open(`/projects/${id}`)
    const added = galleryOf(visitor).getByRole('button', { name: 'Image 6 of Thrown' })
    await expect(added.locator('img')).toHaveCount(1)
    await visitor.expectImageLoaded(visitor.main.getByRole('img', { name: 'Cover photo of Thrown' }))
  },
)

test('a new position and the removal of a project survive a crash right after the response', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.open('/work')
  await crashAfterResponse(admin.page, site, () => admin.moveProject('Low Line', '-7'), /\/work\.data/)
  await admin.open('/work')
  await crashAfterResponse(admin.page, site, () => admin.removeProject('Thrown'), /\/work\.data/)
  await visitor.open('/work')
  expect(await visitor.projectNames()).toEqual(['Low Line', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace'])
})

test('a message and an account survive a crash right after the response', async ({ visitor, site }) => {
  await visitor.open('/contact')
  const message = {
    'First name': 'Ada',
    'Last name': 'Stone',
    'E-mail': 'ada@example.com',
    Subject: 'A shop',
    Message: 'May I call?',
  }
  for (const [label, text] of Object.entries(message)) await visitor.main.getByLabel(label).fill(text)
  await crashAfterResponse(
    visitor.page,
    site,
    () => visitor.main.getByRole('button', { name: /^Send/ }).click(),
    /\/contact/,
  )
  expect(site.sql('select firstName, lastName, email, subject, message from contactSubmissions')).toEqual([
    { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject: 'A shop', message: 'May I call?' },
  ])

  const account = { email: 'ada@example.com', password: 'three rooms in a row' }
  await crashAfterResponse(visitor.page, site, () => visitor.signUp(account.email, account.password), /\/signup/)
  await visitor.open('/work')
  await expect(visitor.logoutButton).toBeVisible()
  await visitor.logOut()
  await visitor.logIn(account)
  await expect(visitor.logoutButton).toBeVisible()
})

test(
  'photos without derivatives at the time of a crash are processed after the restart',
  oneProcess,
  async ({ admin, visitor, site }) => {
    const images = [
      await samplePhoto('apothecary/02-oblique.jpg'),
      await samplePhoto('apothecary/04-tray.jpg'),
      await smallImage('small.jpg'),
    ]
    await admin.fillProjectForm({ name: 'Water Tower', details: 'Brick.', images })
    await crashAfterResponse(admin.page, site, () => admin.submit(), /\/create\.data/, { restart: false })
    const waiting = () => site.sql<{ tries: number }>(`select tries from photos where state = 'waiting'`)
    expect(waiting().length).toBeGreaterThan(0)
    await site.start()
    await visitor.open(pathOf(site, 'Water Tower'))
    // The first image is the cover.
    const shown = visitor.main.locator('img')
    await expect(shown).toHaveCount(3, { timeout: 480_000 })
    // An image is shown once its first derivative exists; the others follow.
    await expect.poll(() => waiting().length, { timeout: 480_000 }).toBe(0)
    for (const img of await shown.all()) {
      await img.scrollIntoViewIfNeeded()
      await expect.poll(() => img.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(80)
    }
  },
)

test('an upload interrupted by a crash completes after the restart', async ({ admin, site }) => {
  // The module is fetched when the first file is chosen; a suspended site could not send it.
  const uploadModule = admin.page.waitForResponse((response) => response.url().includes('/resumable-upload-'))
  await admin.fillProjectForm({ name: 'Water Tower', details: 'Brick.', images: [await smallImage('tower.jpg')] })
  await (await uploadModule).finished()
  const uploadRequest = admin.page.waitForRequest(
    (request) => request.url().includes('/uploads') && request.method() === 'POST',
  )
  site.suspend()
  await admin.submit()
  await uploadRequest
  await site.kill()
  await site.start()
  await expect(admin.createdLink('Water Tower')).toBeVisible()
  expect(projectsOf(site)).toHaveLength(7)
  expect(imagesOf(site, 'Water Tower')).toHaveLength(1)
})

test('a restarted server serves all projects of its data folder', async ({ visitor, site }) => {
  const before = projectsOf(site)
  await site.kill()
  await site.start()
  expect(projectsOf(site)).toEqual(before)
  await visitor.open('/work')
  expect(await visitor.projectNames()).toEqual(before.map((project) => project.name))
})

/** Runs `act` and kills the server as soon as the response to its POST request arrives. */
async function crashAfterResponse(
  page: Page,
  site: SiteProcess,
  act: () => Promise<void>,
  url: RegExp,
  { restart = true } = {},
): Promise<void> {
  const crashed = page
    .waitForResponse((response) => response.request().method() === 'POST' && url.test(response.url()))
    .then(async (response) => {
      await site.kill()
      return response.status()
    })
  // Requests that the page sends after the response fail because the server is down.
  await act().catch(() => {})
  expect(await crashed).toBeLessThan(400)
  if (restart) await site.start()
}

/** The SHA-256 hashes of a project's stored originals, cover first. */
async function originalsOf(site: SiteProcess, projectId: string): Promise<string[]> {
  const rows = site.sql<{ storageKey: string; sha256: string }>(
    'select storageKey, sha256 from photos where projectId = ? and deletedAt is null order by place, position',
    projectId,
  )
  return Promise.all(
    rows.map(async ({ storageKey, sha256 }) => {
      const stored = hashOf({ buffer: await site.readOriginal(storageKey) })
      expect(stored, `hash of ${storageKey}`).toBe(sha256)
      return stored
    }),
  )
}

function hashOf({ buffer }: Pick<ChosenFile, 'buffer'>): string {
  return createHash('sha256').update(buffer).digest('hex')
}
