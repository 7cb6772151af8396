import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { publishProject, removeProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { type TestBackend } from '#tests/support/test-backend.ts'
import { importAll } from './import-all.ts'

import { exportFrom, folderWith, readFilesBelow, runCommand } from '#tests/support/transfer.ts'

/** Imports a folder, with a clock that advances by a millisecond whenever it is read. */
async function runImport({ ports }: TestBackend, folder: string) {
  const [done, problems]: [string[], string[]] = [[], []]
  let time = ports.now().getTime()
  const ticking = { ...ports, now: () => new Date((time += 1)) }
  const report = {
    onDone: (line: string) => void done.push(line),
    onProblem: (line: string) => void problems.push(line),
  }
  return { ...(await importAll(ticking, folder, report)), done, problems }
}

eachDatabase(
  'a plain folder becomes a draft: its pictures in natural order, its texts as the details',
  async (backend) => {
    const folder = await folderWith({
      'House 2/10.jpg': 90,
      'House 2/9.jpg': 91,
      'House 2/.DS_Store': 'x',
      'House 2/text.md': Buffer.from('caf\xe9', 'latin1'),
      'House 10/web/1.jpg': 92,
      'House 10/plan.pdf': '%PDF-1.4',
      'loose.jpg': 93,
    })
    const { problems, done } = await runImport(backend, folder)
    expect(problems).toEqual([
      'loose.jpg: This file is not in the folder of a project.',
      'House 10/plan.pdf: This is not a JPEG, PNG, WebP, AVIF or HEIC picture.',
    ])
    expect(done).toEqual([
      'House 2: imported, a draft, with 2 pictures.',
      'House 10: imported, a draft, with 1 picture.',
    ])
    const projects = await listProjects(backend.ports, 'admins')
    expect(projects).toMatchObject([
      { name: 'House 2', draft: true, position: 1 },
      { name: 'House 10', draft: true, position: 2 },
    ])
    expect(await listProjects(backend.ports)).toEqual([])
    const house = await showProject(backend.ports, projects[0]?.id ?? '', 'admins')
    expect(house?.details).toBe('café')
    expect(house?.images.map(({ width }) => width)).toEqual([91, 90])
  },
)

const photo = {
  file: '01-a.jpg',
  alt: '',
  caption: '',
  credit: '',
  focalPoint: { x: 0.5, y: 0.5 },
  kind: 'photograph',
  hidden: false,
}
const project = {
  format: 'enfilade-project',
  version: 1,
  name: 'Thrown',
  slug: 'thrown',
  formerSlugs: [],
  position: 1,
  draft: false,
  details: 'A shop.',
  facts: {},
  coverImage: null,
  coverPhoto: null,
  images: [photo],
}

eachDatabase(
  'an import that stops is continued: nothing is added twice, and what was removed stays away',
  async (backend) => {
    const { ports } = backend
    const folder = await folderWith({ 'A/1.jpg': 90, 'A/2.jpg': 91, 'A/3.jpg': 92, 'B/1.jpg': 93, 'C/1.jpg': 94 })
    for (const steps of [0, 1, 1]) {
      let stored = 0
      const freeSpace = async () => (stored++ < steps ? null : { free: 0, total: 1e12 })
      const stopped = runImport({ ...backend, ports: { ...ports, files: { ...ports.files, freeSpace } } }, folder)
      await expect(stopped).rejects.toThrow('The storage is full.')
    }
    const draft = (await listProjects(ports, 'admins'))[0]
    expect((await showProject(ports, draft?.id ?? '', 'admins'))?.images.map(({ width }) => width)).toEqual([90, 91])
    expect(await runImport(backend, folder)).toMatchObject({ imported: 3, existed: 0, problems: [] })
    const [, b] = await listProjects(ports, 'admins')
    await runCommand(backend, (unit, admin) => removeProject(unit, admin, { id: b?.id ?? '' }))
    expect(await runImport(backend, folder)).toMatchObject({
      imported: 0,
      existed: 3,
      problems: ['B: It was imported before and is in the bin, where it can be restored.'],
    })
    expect((await listProjects(ports, 'admins')).map(({ name }) => name)).toEqual(['A', 'C'])
    expect(await ports.db.selectFrom('photos').select('id').execute()).toHaveLength(5)
  },
)

eachDatabase('hidden images are hidden from the start, so that a stopped import can be published', async (backend) => {
  const { ports } = backend
  const images = [
    { ...photo, hidden: true },
    { ...photo, file: '02-b.jpg' },
  ]
  const json = JSON.stringify({ ...project, images })
  const folder = await folderWith({ 'A/project.json': json, 'A/01-a.jpg': 90, 'A/02-b.jpg': 91 })
  let stored = 0
  const freeSpace = async () => (stored++ < 1 ? null : { free: 0, total: 1e12 })
  const stopped = runImport({ ...backend, ports: { ...ports, files: { ...ports.files, freeSpace } } }, folder)
  await expect(stopped).rejects.toThrow('The storage is full.')
  const [draft] = await listProjects(ports, 'admins')
  const id = draft?.id ?? ''
  await runCommand(backend, (unit, admin) => publishProject(unit, admin, { id }))
  expect((await showProject(ports, id, 'admins'))?.images.map(({ hidden }) => hidden)).toEqual([true])
  expect((await showProject(ports, id))?.images).toEqual([])
})

eachDatabase('what is refused is named, and the rest is imported', async (backend) => {
  const folder = await folderWith({
    '1/project.json': JSON.stringify({ ...project, facts: { year: 'last year', place: 'Leeds' } }),
    '1/01-a.jpg': (await photoFile()).subarray(0, 900),
    '2/project.json': JSON.stringify({ ...project, images: [{ ...photo, file: '../1/01-a.jpg' }] }),
    '3/project.json': JSON.stringify({ ...project, version: 2 }),
    '4/project.json': '{',
    '5/project.json': JSON.stringify({ ...project, name: ' ' }),
    '6/project.json': JSON.stringify({ ...project, facts: { colour: 'red' } }),
    '7/project.json': JSON.stringify({
      ...project,
      images: [photo, { ...photo, file: '02-b.jpg', alt: 'x'.repeat(301) }],
    }),
    '7/02-b.jpg': 90,
    '8/long.txt': 'x'.repeat(10_001),
  })
  const { problems, done } = await runImport(backend, folder)
  expect(problems).toEqual([
    '1/01-a.jpg: This picture is damaged and cannot be read to its end.',
    '1/year: A year has four digits, such as 2025.',
    '2: project.json: images.0.file: A file is a name without a folder.',
    '3: project.json was exported by a newer version: update this site first.',
    '4: project.json is damaged, or not from an export.',
    '5: The project name is required.',
    '6: project.json: facts.colour: Invalid key in record',
    '7/01-a.jpg: The file is missing.',
    '7/02-b.jpg: The alt text can have at most 300 characters.',
    '8/details: The project details can have at most 10,000 characters.',
  ])
  expect(done).toEqual([
    '1: imported, with 0 pictures.',
    '7: imported, with 0 pictures; its address is now thrown-2.',
    '8: imported, a draft, with 0 pictures.',
  ])
  expect(await listProjects(backend.ports)).toMatchObject([{ slug: 'thrown' }, { slug: 'thrown-2' }])
})

eachDatabase('an export names the originals that are missing or damaged, and leaves out the bin', async (backend) => {
  const folder = await folderWith({ 'A/1.jpg': 90, 'A/2.jpg': 91, 'B/1.jpg': 92 })
  await runImport(backend, folder)
  const keys = await backend.ports.db.selectFrom('photos').select('storageKey').orderBy('width').execute()
  const [lost, damaged] = keys.map(({ storageKey }) => join(backend.folder, 'files', storageKey))
  await rm(lost ?? '')
  await writeFile(damaged ?? '', 'other')
  const [, b] = await listProjects(backend.ports, 'admins')
  await runCommand(backend, (unit, admin) => removeProject(unit, admin, { id: b?.id ?? '' }))
  const { into, problems } = await exportFrom(backend)
  expect(problems).toEqual(['001-a/01-1.jpg is missing.', '001-a/02-2.jpg is damaged.'])
  expect([...(await readFilesBelow(into)).keys()]).toEqual([
    '001-a/02-2.jpg',
    '001-a/project.json',
    'studio/studio.json',
  ])
})
