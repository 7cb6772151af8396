import sharp from 'sharp'
import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { collectOrphanFiles } from '#portfolio/photo/collect.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { queueOutdatedPhotos } from '#portfolio/derivative/derive-queue.ts'
import { expireFormerDerivatives, expireRemoved } from '#portfolio/photo/expire.ts'
import { closeSite } from '#portfolio/setup/edit.ts'
import { showSiteSummary, showStudio } from '#portfolio/studio/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { animatedPng, flatImage, photoFile } from '#tests/support/images/photo-files.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { filesIn } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { removeLogo, restoreLogo } from './edit.ts'
import { createIconFinder } from './icon.ts'
import { icons, type IconFile } from './logo.ts'

const files = Object.keys(icons) as IconFile[]

async function attachLogo({ ports, admin, upload }: TestBackend, bytes?: Uint8Array) {
  const uploadId = await upload(bytes ?? (await photoFile({ width: 600, height: 600, as: 'png' })), 'logo.png')
  return attachPhoto(ports, admin, { projectId: null, place: 'logo', uploadId })
}

const shownLogo = async ({ ports }: TestBackend) => (await showSiteSummary(ports)).logo

eachDatabase('a new logo replaces the old one, and is neither hero nor portrait', async (backend) => {
  expect(await shownLogo(backend)).toBeNull()
  const first = expectOk(await attachLogo(backend)).id
  backend.events.length = 0
  backend.advance(1)
  const second = expectOk(await attachLogo(backend)).id
  expect(backend.events).toEqual([{ about: 'studio' }])
  expect(await shownLogo(backend)).toBe(second)
  expect(await createIconFinder(backend.ports)(first, 'icon-32.png')).toBeNull()
  expect(await showStudio(backend.ports)).toMatchObject({ hero: null, portrait: null })
})

eachDatabase('each icon is drawn once, even for simultaneous requests', async (backend) => {
  const { id } = expectOk(await attachLogo(backend))
  let drawn = 0
  const { images } = backend.ports
  const drawIcon: typeof images.drawIcon = (...input) => {
    drawn += 1
    return images.drawIcon(...input)
  }
  const find = createIconFinder({ ...backend.ports, images: { ...images, drawIcon } })
  for (let request = 0; request < 2; request++)
    for (const file of files) {
      const found = await Promise.all([find(id, file), find(id, file)])
      for (const icon of found)
        expect(icon).toEqual({ key: `derivatives/${id}/${currentRecipe}/${file}`, audience: 'everyone' })
    }
  expect(drawn).toBe(files.length)
})

eachDatabase('the icons are kept with the derivatives, and deleted with the logo', async (backend) => {
  const { ports, admin } = backend
  const { id } = expectOk(await attachLogo(backend))
  await createIconFinder(ports)(id, 'favicon.ico')
  backend.advance(2 * 24 * 60 * 60_000)
  expect(await collectOrphanFiles(ports)).toBe(0)
  expect(await filesIn(backend)).toContain(`derivatives/${id}/${currentRecipe}/favicon.ico`)
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeLogo(unit, admin, { id })))
  backend.advance(32 * 24 * 60 * 60_000)
  expect(await expireRemoved(ports)).toBe(1)
  expect((await filesIn(backend)).filter((key) => key.includes(id) || key.includes('logo'))).toEqual([])
})

eachDatabase('after an update of the recipe the icons are drawn again; a logo has no crops', async (backend) => {
  const { ports } = backend
  const { id } = expectOk(await attachLogo(backend))
  const former = `derivatives/${id}/v2/icon-32.png`
  await ports.files.write(former, Buffer.from('png'))
  await ports.db.updateTable('photos').set({ state: 'ready', recipe: 'v2', made: '480' }).execute()
  await queueOutdatedPhotos(ports)
  while (await deriveNextPhoto({ ...ports, images: { ...ports.images, derive: deriveNothing } }));
  const row = await ports.db
    .selectFrom('photos')
    .select(['state', 'recipe', 'formerRecipe', 'crops'])
    .executeTakeFirst()
  expect(row).toEqual({ state: 'ready', recipe: currentRecipe, formerRecipe: 'v2', crops: '[]' })
  const drawn = await createIconFinder(ports)(id, 'icon-32.png')
  expect(drawn?.key).toBe(`derivatives/${id}/${currentRecipe}/icon-32.png`)
  backend.advance(2 * 24 * 60 * 60_000)
  await expireFormerDerivatives(ports)
  const left = await filesIn(backend)
  expect(left).toContain(drawn?.key)
  expect(left).not.toContain(former)
})

eachDatabase('a removed logo comes back, unless there is another one', async (backend) => {
  const { ports, admin } = backend
  const { id } = expectOk(await attachLogo(backend))
  const remove = () => asAdmin(ports, admin, (unit, admin) => removeLogo(unit, admin, { id }))
  const restore = () => asAdmin(ports, admin, (unit, admin) => restoreLogo(unit, admin, { id }))
  expectOk(await remove())
  expect(await shownLogo(backend)).toBeNull()
  expect(await remove()).toMatchObject({ code: 'unknown', message: 'This logo is no longer there.' })
  for (let n = 0; n < 2; n++) expectOk(await restore())
  expect(await shownLogo(backend)).toBe(id)
  expectOk(await remove())
  const other = expectOk(await attachLogo(backend)).id
  expect(await restore()).toMatchObject({ message: 'There is another logo now.' })
  expect(await shownLogo(backend)).toBe(other)
})

eachDatabase('a file that cannot become an icon is refused with a message, and nothing is stored', async (backend) => {
  const square = await photoFile({ width: 600, height: 600, as: 'png' })
  const frames = await Promise.all(
    [1, 2].map((red) =>
      flatImage(600, 600, { r: red * 90, g: 0, b: 0 })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  for (const [bytes, message] of [
    [
      await photoFile({ width: 800, height: 600, as: 'png' }),
      'A logo must be square. This picture is 800 × 600 pixels.',
    ],
    [
      await photoFile({ width: 500, height: 500, as: 'webp' }),
      'A logo must be at least 512 × 512 pixels. This picture is 500 × 500 pixels.',
    ],
    [await photoFile({ width: 600, height: 600 }), 'A logo must be a PNG or WebP picture.'],
    [animatedPng(square), 'A logo must be a still picture. This one is animated.'],
    [moving, 'A logo must be a still picture. This one is animated.'],
    [square.subarray(0, 2_000), 'This picture is damaged or incomplete.'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is not a JPEG, PNG, WebP, AVIF or HEIC picture.'],
  ] as const)
    expect(await attachLogo(backend, bytes)).toMatchObject({ ok: false, message })
  expect(await filesIn(backend)).toEqual([])
  // Exports are often a pixel off.
  expectOk(await attachLogo(backend, await photoFile({ width: 600, height: 601, as: 'webp' })))
})

eachDatabase('while the site is closed, the icons are for admins; other photos have none', async (backend) => {
  const { ports, admin, upload } = backend
  const find = createIconFinder(ports)
  const hero = expectOk(
    await attachPhoto(ports, admin, { projectId: null, place: 'hero', uploadId: await upload() }),
  ).id
  expect(await find(hero, 'icon-32.png')).toBeNull()
  const { id } = expectOk(await attachLogo(backend))
  expectOk(await asAdmin(ports, admin, closeSite))
  expect(await find(id, 'icon-32.png')).toMatchObject({ audience: 'admins' })
})
