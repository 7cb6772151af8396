import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Admin } from './admin.ts'
import { galleryOf, imageNames } from './gallery.ts'
import type { Visitor } from './people.ts'
import { sample, small, type Chosen } from './photographs.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

// A page that goes on to the next one while nobody is there to send its modules says so.
test.afterEach(({ complaints }) => {
  const others = complaints.filter((line) => !/Error loading route module|dynamically imported module/.test(line))
  complaints.splice(0, complaints.length, ...others)
})

test('a project that was acknowledged outlives a crash, with every byte of its photographs', async ({
  admin,
  visitor,
  site,
}) => {
  const [cover, image] = [await sample('desk.jpg'), await sample('optician/03-table.jpg')]
  await admin.fillsIn({ name: 'Water Tower', details: 'Brick.\n\nOak.', cover, images: [image] })
  await crashesAfter(admin.page, site, () => admin.submits(), /\/create\.data/)
  const { id } = projectNamed(site, 'Water Tower')
  expect(await originalsOf(site, id)).toEqual([hashOf(cover), hashOf(image)])
  await visitor.opens(`/projects/${id}`)
  await expect(visitor.main.getByText('Oak.', { exact: true })).toBeVisible()
  expect(await imageNames(visitor)).toEqual(['Image 1 of Water Tower'])
})

const changes: {
  what: string
  does: (admin: Admin) => Promise<void>
  holds: (visitor: Visitor, site: Site) => Promise<void>
}[] = [
  {
    what: 'a new name',
    async does(admin) {
      await admin.rewrites('name', 'Fired')
      await admin.saves()
    },
    holds: (visitor) => expect(visitor.heading('Fired')).toBeVisible(),
  },
  {
    what: 'new details',
    async does(admin) {
      await admin.rewrites('details', 'Written just in time.')
      await admin.saves()
    },
    holds: (visitor) => expect(visitor.main.getByText('Written just in time.')).toBeVisible(),
  },
  {
    what: 'a new order of images',
    does: (admin) => admin.movesImage(1, '5'),
    async holds(visitor, site) {
      const [plan] = site.sql<{ alt: string }>(`select alt from photos where storageKey like '%05-plan%' and projectId =
        (select id from projects where name = 'Thrown')`)
      expect((await imageNames(visitor)).indexOf(plan?.alt ?? '')).toBe(3)
    },
  },
  {
    what: 'the removal of an image',
    does: (admin) => admin.removesImage(1),
    async holds(visitor, site) {
      expect(await imageNames(visitor)).toHaveLength(4)
      expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4])
    },
  },
]

for (const { what, does, holds } of changes) {
  test(`${what} outlives a crash right after the answer`, async ({ admin, visitor, site }) => {
    const path = pathOf(site, 'Thrown')
    await admin.opens(path)
    await crashesAfter(admin.page, site, () => does(admin), /\/projects\/.*\.data/)
    await visitor.opens(path)
    await holds(visitor, site)
  })
}

test('an image and a cover that were acknowledged outlive a crash, and are made after it', async ({
  admin,
  visitor,
  site,
}) => {
  const { id } = projectNamed(site, 'Thrown')
  const [image, cover] = [await small('late.jpg'), await small('front.png', { as: 'png' })]
  await admin.opens(`/projects/${id}`)
  await crashesAfter(admin.page, site, () => admin.addsImages(image), /\/projects\/.*\.data/)
  await admin.opens(`/projects/${id}`)
  await crashesAfter(admin.page, site, () => admin.replacesCover(cover), /\/projects\/.*\.data/)
  expect(await originalsOf(site, id)).toEqual(expect.arrayContaining([hashOf(image), hashOf(cover)]))
  await visitor.opens(`/projects/${id}`)
  const added = galleryOf(visitor).getByRole('button', { name: 'Image 6 of Thrown' })
  await expect(added.locator('img')).toHaveCount(1, { timeout: 30_000 })
  await visitor.seesPicture(visitor.main.getByRole('img', { name: 'Cover photo of Thrown' }))
})

test('a position and a deletion outlive a crash right after the answer', async ({ admin, visitor, site }) => {
  await admin.opens('/work')
  await crashesAfter(admin.page, site, () => admin.moves('Low Line', '-7'), /\/work\.data/)
  await admin.opens('/work')
  await crashesAfter(admin.page, site, () => admin.deletes('Thrown'), /\/work\.data/)
  await visitor.opens('/work')
  expect(await visitor.projectNames()).toEqual(['Low Line', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace'])
})

test('a message and an account outlive a crash right after the answer', async ({ visitor, site }) => {
  await visitor.opens('/contact')
  const message = {
    'First name': 'Ada',
    'Last name': 'Stone',
    'E-mail': 'ada@example.com',
    Subject: 'A shop',
    Message: 'May I call?',
  }
  for (const [label, text] of Object.entries(message)) await visitor.main.getByLabel(label).fill(text)
  await crashesAfter(visitor.page, site, () => visitor.main.getByRole('button', { name: /^Send/ }).click(), /\/contact/)
  expect(site.sql('select firstName, lastName, email, subject, message from contactSubmissions')).toEqual([
    { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject: 'A shop', message: 'May I call?' },
  ])

  const account = { email: 'ada@example.com', password: 'three rooms in a row' }
  await crashesAfter(visitor.page, site, () => visitor.signsUp(account.email, account.password), /\/signup/)
  await visitor.opens('/work')
  await expect(visitor.logout).toBeVisible()
  await visitor.logsOut()
  await visitor.logsIn(account)
  await expect(visitor.logout).toBeVisible()
})

test('photographs that were waiting when the site crashed are made after the start', async ({
  admin,
  visitor,
  site,
}) => {
  const images = [
    await sample('apothecary/02-oblique.jpg'),
    await sample('apothecary/04-tray.jpg'),
    await small('small.jpg'),
  ]
  await admin.fillsIn({ name: 'Water Tower', details: 'Brick.', images })
  await crashesAfter(admin.page, site, () => admin.submits(), /\/create\.data/, { restart: false })
  const waiting = () => site.sql<{ tries: number }>(`select tries from photos where state = 'waiting'`)
  expect(waiting().length).toBeGreaterThan(0)
  await site.start()
  await visitor.opens(pathOf(site, 'Water Tower'))
  await expect(galleryOf(visitor).locator('img')).toHaveCount(3, { timeout: 75_000 })
  // They are shown by the first width; the others follow.
  await expect.poll(() => waiting().length, { timeout: 60_000 }).toBe(0)
  for (const picture of await galleryOf(visitor).locator('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(80)
  }
})

test('an upload that was cut off by a crash goes on after the start', async ({ admin, site }) => {
  await admin.fillsIn({ name: 'Water Tower', details: 'Brick.', images: [await small('tower.jpg')] })
  const asked = admin.page.waitForRequest(
    (request) => request.url().includes('/uploads') && request.method() === 'POST',
  )
  site.freeze()
  await admin.submits()
  await asked
  await site.kill()
  await site.start()
  await expect(admin.added('Water Tower')).toBeVisible({ timeout: 30_000 })
  expect(projectsOf(site)).toHaveLength(7)
  expect(imagesOf(site, 'Water Tower')).toHaveLength(1)
})

test('a site that starts on an older folder answers, and all is there', async ({ visitor, site }) => {
  const before = projectsOf(site)
  await site.kill()
  const begun = performance.now()
  await site.start()
  const ms = Math.round(performance.now() - begun)
  process.stdout.write(`      from the start to the first answer: ${ms} ms\n`)
  expect(projectsOf(site)).toEqual(before)
  await visitor.opens('/work')
  expect(await visitor.projectNames()).toEqual(before.map((project) => project.name))
})

/** Does something, and kills the site the moment that the answer arrives. */
async function crashesAfter(
  page: Page,
  site: Site,
  act: () => Promise<void>,
  address: RegExp,
  { restart = true } = {},
): Promise<void> {
  const crashed = page
    .waitForResponse((response) => response.request().method() === 'POST' && address.test(response.url()), {
      timeout: 60_000,
    })
    .then(async (response) => {
      await site.kill()
      return response.status()
    })
  // What the page does with the answer may fail now: nobody is there any more.
  await act().catch(() => {})
  expect(await crashed).toBeLessThan(400)
  if (restart) await site.start()
}

/** The fingerprints of a project's originals, as they lie in the folder: cover first. */
async function originalsOf(site: Site, projectId: string): Promise<string[]> {
  const rows = site.sql<{ storageKey: string; sha256: string }>(
    'select storageKey, sha256 from photos where projectId = ? and deletedAt is null order by place, position',
    projectId,
  )
  return Promise.all(
    rows.map(async ({ storageKey, sha256 }) => {
      const stored = hashOf({ buffer: await readFile(join(site.dataDir, 'files', storageKey)) })
      expect(stored, `${storageKey} is not what was sent`).toBe(sha256)
      return stored
    }),
  )
}

function hashOf({ buffer }: Pick<Chosen, 'buffer'>): string {
  return createHash('sha256').update(buffer).digest('hex')
}
