import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { setFocalPoint, editAltText, editCredit, editImageCaption } from './edit.ts'

/** A project with a cover photo and two images, and the commands on them. */
async function open(backend: TestBackend) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  backend.events.length = 0
  return {
    projectId,
    image: imageIds[0] ?? '',
    cover,
    setAlt: (photoId: string, alt: unknown, baseText = '', inProject = projectId) =>
      asAdmin(ports, admin, (unit, admin) =>
        editAltText(unit, admin, { projectId: inProject, photoId, alt, baseText }),
      ),
    setCredit: (photoId: string, credit: unknown, baseText = '') =>
      asAdmin(ports, admin, (unit, admin) => editCredit(unit, admin, { projectId, photoId, credit, baseText })),
    setCaption: (photoId: string, caption: unknown, baseText = '') =>
      asAdmin(ports, admin, (unit, admin) => editImageCaption(unit, admin, { projectId, photoId, caption, baseText })),
    setFocal: (photoId: string, x: string, y: string, inProject = projectId) =>
      asAdmin(ports, admin, (unit, admin) => setFocalPoint(unit, admin, { projectId: inProject, photoId, x, y })),
    shown: async () => {
      const project = await showProject(ports, projectId)
      return { image: project?.images[0], other: project?.images[1], cover: project?.coverPhoto }
    },
  }
}

eachDatabase('editing an alt text changes nothing else and publishes a change of its project', async (backend) => {
  const { setAlt, shown, image, projectId } = await open(backend)
  const before = await shown()
  expectOk(await setAlt(image, '  A counter of\n travertine.  '))
  expect(await shown()).toEqual({ ...before, image: { ...before.image, alt: 'A counter of travertine.' } })
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  expectOk(await setAlt(image, '', 'A counter of travertine.'))
  expect((await shown()).image?.alt).toBe('')
})

eachDatabase('editing a cover photo also publishes a change of the list', async (backend) => {
  const { setAlt, setFocal, shown, cover, projectId } = await open(backend)
  expectOk(await setAlt(cover, 'A door.'))
  expectOk(await setFocal(cover, '0.25', '1'))
  expect((await shown()).cover).toMatchObject({ alt: 'A door.', focalX: 0.25, focalY: 1 })
  const events = [
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ]
  expect(backend.events).toEqual([...events, ...events])
})

eachDatabase('an alt text of more than 300 code points is refused with a message', async (backend) => {
  const { setAlt, shown, image } = await open(backend)
  expectOk(await setAlt(image, '🪑'.repeat(300)))
  const tooLong = await setAlt(image, 'x'.repeat(301), '🪑'.repeat(300))
  const message = 'The alternative text can have at most 300 characters.'
  expect(tooLong).toEqual({ ok: false, code: 'wrong-value', message, fields: { alt: message } })
  expect(await setAlt(image, 'a\0b')).toMatchObject({ code: 'wrong-value' })
  expect(await setAlt(image, undefined)).toMatchObject({ code: 'wrong-value' })
  expect((await shown()).image?.alt).toBe('🪑'.repeat(300))
})

eachDatabase('a stale save of an alt text is refused with both texts', async (backend) => {
  const { setAlt, shown, image } = await open(backend)
  expectOk(await setAlt(image, 'Theirs.'))
  backend.events.length = 0
  expect(await setAlt(image, 'Mine.')).toMatchObject({
    code: 'newer',
    conflict: { yours: 'Mine.', theirs: 'Theirs.' },
  })
  expect((await shown()).image?.alt).toBe('Theirs.')
  expect(backend.events).toEqual([])
  // The same text again: the response to the first attempt was lost.
  expectOk(await setAlt(image, 'Theirs.'))
  expectOk(await setAlt(image, 'Mine.', 'Theirs.'))
  expect((await shown()).image?.alt).toBe('Mine.')
})

eachDatabase('a credit is edited like an alt text, and editing it changes nothing else', async (backend) => {
  const { setCredit, shown, image, projectId } = await open(backend)
  const before = await shown()
  expectOk(await setCredit(image, ' Ada\n Lens '))
  expect(await shown()).toEqual({ ...before, image: { ...before.image, credit: 'Ada Lens' } })
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  expect(await setCredit(image, 'Ben')).toMatchObject({ code: 'newer', conflict: { yours: 'Ben', theirs: 'Ada Lens' } })
  const message = 'The credit can have at most 120 characters.'
  expect(await setCredit(image, 'x'.repeat(121), 'Ada Lens')).toMatchObject({ fields: { credit: message } })
  expect((await shown()).image?.credit).toBe('Ada Lens')
})

eachDatabase('a caption is edited like an alt text, counts its versions, and changes nothing else', async (backend) => {
  const { setCaption, shown, image, projectId } = await open(backend)
  const before = await shown()
  expectOk(await setCaption(image, ' The stair,\n from below '))
  expect(await shown()).toEqual({ ...before, image: { ...before.image, caption: 'The stair, from below' } })
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  const conflict = { yours: 'Oak', theirs: 'The stair, from below' }
  expect(await setCaption(image, 'Oak')).toMatchObject({ code: 'newer', conflict })
  const message = 'The caption can have at most 300 characters.'
  expect(await setCaption(image, 'x'.repeat(301), conflict.theirs)).toMatchObject({ fields: { caption: message } })
  expect((await shown()).image?.caption).toBe('The stair, from below')
  const { captionVersion } = await backend.ports.db
    .selectFrom('photos')
    .select('captionVersion')
    .where('id', '=', image)
    .executeTakeFirstOrThrow()
  expect(captionVersion).toBe(2)
})

eachDatabase('a focal point is two fractions from 0 to 1; anything else is refused', async (backend) => {
  const { setFocal, shown, image, projectId } = await open(backend)
  const before = await shown()
  expectOk(await setFocal(image, '0', '0.333333'))
  expect(await shown()).toEqual({ ...before, image: { ...before.image, focalX: 0, focalY: 0.333333 } })
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
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
    expect(await setFocal(image, wrong, '0.5'), wrong).toMatchObject({ code: 'wrong-value' })
    expect(await setFocal(image, '0.5', wrong), wrong).toMatchObject({ code: 'wrong-value' })
  }
  expect((await shown()).image).toMatchObject({ focalX: 0, focalY: 0.333333 })
})

eachDatabase('photos of another or a removed project accept neither alt text nor focal point', async (backend) => {
  const { setAlt, setFocal, image, shown, projectId } = await open(backend)
  const before = await shown()
  const other = await testProject(backend, 'Other')
  for (const [photoId, inProject] of [
    [image, other],
    ['unknown', projectId],
    ['', projectId],
  ] as const) {
    expect(await setAlt(photoId, 'Mine.', '', inProject)).toMatchObject({ code: 'unknown' })
    expect(await setFocal(photoId, '0', '0', inProject)).toMatchObject({ code: 'unknown' })
  }
  expect(await shown()).toEqual(before)
  expectOk(await asAdmin(backend.ports, backend.admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  expect(await setAlt(image, 'Mine.')).toMatchObject({ code: 'unknown', message: 'Project not found' })
  expect(await setFocal(image, '0', '0')).toMatchObject({ code: 'unknown', message: 'Project not found' })
})
