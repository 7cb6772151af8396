import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { aimImage, describeImage } from './edit.ts'

/** A project with a cover and two images, and what an admin may say of them. */
async function open(house: House) {
  const { parts, admin } = house
  const { projectId, imageIds } = await hungImages(house, 2)
  const cover = await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  house.heard.length = 0
  return {
    projectId,
    image: imageIds[0] ?? '',
    cover,
    describe: (photoId: string, alt: unknown, was = '', inProject = projectId) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        describeImage(unit, proof, { projectId: inProject, photoId, alt, was }),
      ),
    aim: (photoId: string, x: string, y: string, inProject = projectId) =>
      changeAsAdmin(parts, admin, (unit, proof) => aimImage(unit, proof, { projectId: inProject, photoId, x, y })),
    seen: async () => {
      const project = await showProject(parts, projectId)
      return { image: project?.images[0], other: project?.images[1], cover: project?.coverPhoto }
    },
  }
}

eachDatabase('an image is described; its page hears of it, and nothing else changes', async (house) => {
  const { describe, seen, image, projectId } = await open(house)
  const before = await seen()
  expectDone(await describe(image, '  A counter of\n travertine.  '))
  expect(await seen()).toEqual({ ...before, image: { ...before.image, alt: 'A counter of travertine.' } })
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
  expectDone(await describe(image, '', 'A counter of travertine.'))
  expect((await seen()).image?.alt).toBe('')
})

eachDatabase('of a cover the list hears, too', async (house) => {
  const { describe, aim, seen, cover, projectId } = await open(house)
  expectDone(await describe(cover, 'A door.'))
  expectDone(await aim(cover, '0.25', '1'))
  expect((await seen()).cover).toMatchObject({ alt: 'A door.', focalX: 0.25, focalY: 1 })
  const heard = [{ about: 'project', id: projectId }, { about: 'work' }]
  expect(house.heard).toEqual([...heard, ...heard])
})

eachDatabase('an alt text has 300 code points at most, and says so', async (house) => {
  const { describe, seen, image } = await open(house)
  expectDone(await describe(image, '🪑'.repeat(300)))
  const tooLong = await describe(image, 'x'.repeat(301), '🪑'.repeat(300))
  const message = 'The alt text may have 300 characters at most.'
  expect(tooLong).toEqual({ ok: false, why: 'wrong-value', message, fields: { alt: message } })
  expect(await describe(image, 'a\0b')).toMatchObject({ why: 'wrong-value' })
  expect(await describe(image, undefined)).toMatchObject({ why: 'wrong-value' })
  expect((await seen()).image?.alt).toBe('🪑'.repeat(300))
})

eachDatabase('a text that was written over another one is refused, with both', async (house) => {
  const { describe, seen, image } = await open(house)
  expectDone(await describe(image, 'Theirs.'))
  house.heard.length = 0
  expect(await describe(image, 'Mine.')).toMatchObject({
    why: 'newer',
    newer: { yours: 'Mine.', theirs: 'Theirs.' },
  })
  expect((await seen()).image?.alt).toBe('Theirs.')
  expect(house.heard).toEqual([])
  // The same words twice: the answer to the first try was lost.
  expectDone(await describe(image, 'Theirs.'))
  expectDone(await describe(image, 'Mine.', 'Theirs.'))
  expect((await seen()).image?.alt).toBe('Mine.')
})

eachDatabase('a focal point is two fractions from 0 to 1; anything else changes nothing', async (house) => {
  const { aim, seen, image, projectId } = await open(house)
  const before = await seen()
  expectDone(await aim(image, '0', '0.333333'))
  expect(await seen()).toEqual({ ...before, image: { ...before.image, focalX: 0, focalY: 0.333333 } })
  expect(house.heard).toEqual([{ about: 'project', id: projectId }])
  for (const wrong of [
    '',
    '1.01',
    '-0',
    '-0.1',
    '2',
    'NaN',
    'Infinity',
    '1e-1',
    '.5',
    '0,5',
    '0x1',
    '٠',
    '0.1234567',
  ]) {
    expect(await aim(image, wrong, '0.5'), wrong).toMatchObject({ why: 'wrong-value' })
    expect(await aim(image, '0.5', wrong), wrong).toMatchObject({ why: 'wrong-value' })
  }
  expect((await seen()).image).toMatchObject({ focalX: 0, focalY: 0.333333 })
})

eachDatabase(
  'pictures of other projects, and those that are gone, can be neither described nor aimed',
  async (house) => {
    const { describe, aim, image, seen, projectId } = await open(house)
    const before = await seen()
    const other = await hungProject(house, 'Other')
    for (const [photoId, inProject] of [
      [image, other],
      ['nobody', projectId],
      ['', projectId],
    ] as const) {
      expect(await describe(photoId, 'Mine.', '', inProject)).toMatchObject({ why: 'unknown' })
      expect(await aim(photoId, '0', '0', inProject)).toMatchObject({ why: 'unknown' })
    }
    expect(await seen()).toEqual(before)
    expectDone(
      await changeAsAdmin(house.parts, house.admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })),
    )
    expect(await describe(image, 'Mine.')).toMatchObject({ why: 'unknown', message: 'Project not found' })
    expect(await aim(image, '0', '0')).toMatchObject({ why: 'unknown', message: 'Project not found' })
  },
)
