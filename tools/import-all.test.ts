import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readAsOperator } from '#portfolio/account/as-admin.ts'
import { header } from '#portfolio/export/export.ts'
import { addOldAddress, removeOldAddress } from '#portfolio/old-address/edit.ts'
import { listOldAddresses } from '#portfolio/old-address/read.ts'
import { publishProject, removeProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { addSocialLink } from '#portfolio/social-link/edit.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { exportFrom, folderWith, readFilesBelow, runCommand, runImport } from '#tests/support/transfer.ts'

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
    const { problems, messages } = await runImport(backend, folder)
    expect(problems).toEqual([
      'loose.jpg: This file is not in the folder of a project.',
      'House 10/plan.pdf: This is not a JPEG, PNG, WebP, AVIF or HEIC picture.',
    ])
    expect(messages).toEqual([
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
  'an interrupted import can be continued: nothing is added twice, and a removed project stays in the bin',
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

eachDatabase(
  'hidden images are hidden from the start, so that an interrupted import can be published',
  async (backend) => {
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
  },
)

eachDatabase('each refused file and field is reported, and the rest is imported', async (backend) => {
  const folder = await folderWith({
    '1/project.json': JSON.stringify({ ...project, facts: { year: 'last year', place: 'Leeds' } }),
    '1/01-a.jpg': (await photoFile()).subarray(0, 900),
    '2/project.json': JSON.stringify({ ...project, images: [{ ...photo, file: '../1/01-a.jpg' }] }),
    '3/project.json': JSON.stringify({ ...project, version: header.project.version + 1 }),
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
  const { problems, messages } = await runImport(backend, folder)
  expect(problems).toEqual([
    '1/01-a.jpg: This picture is damaged or incomplete.',
    '1/year: A year has four digits, such as 2025.',
    '2: project.json: images.0.file: A file must be a name without a folder.',
    '3: project.json was exported by a newer version: update this site first.',
    '4: project.json is damaged, or not from an export.',
    '5: The project name is required.',
    '6: project.json: facts.colour: Invalid key in record',
    '7/01-a.jpg: The file is missing.',
    '7/02-b.jpg: The alternative text can have at most 300 characters.',
    '8/details: The project details can have at most 10,000 characters.',
  ])
  expect(messages).toEqual([
    '1: imported, with 0 pictures.',
    '7: imported, with 0 pictures; its address is now thrown-2.',
    '8: imported, a draft, with 0 pictures.',
  ])
  expect(await listProjects(backend.ports)).toMatchObject([{ slug: 'thrown' }, { slug: 'thrown-2' }])
})

const studio = {
  format: 'enfilade-studio',
  version: 2,
  texts: {},
  sectors: [],
  links: [],
  values: [],
  hero: null,
  portrait: null,
  logo: null,
}

eachDatabase('old addresses are added once, and those that cannot be added are reported', async (backend) => {
  const { ports, events } = backend
  const oldAddresses = [
    { path: '/about.html', page: 'about' },
    { path: '/contact', page: 'home' },
    { path: '/former.html', page: 'about' },
    { path: '/gone.html', project: 'gone' },
    { path: '/kiln.html', project: 'thrown' },
    { path: '/work.html', page: 'work' },
  ]
  const folder = await folderWith({
    'A/project.json': JSON.stringify({ ...project, images: [], draft: true }),
    'studio/studio.json': JSON.stringify({ ...studio, oldAddresses }),
  })
  for (const path of ['/former.html', '/work.html'])
    await runCommand(backend, (unit, admin) =>
      addOldAddress(unit, admin, { path, target: 'work', findOwner: () => null }),
    )
  const problems = [
    'studio/old address /contact: “/contact” is an address of this site itself.',
    'studio/old address /former.html: “/former.html” is already in the list, with another target.',
    'studio/old address /gone.html: The project that it leads to is not on this site.',
  ]
  expect((await runImport(backend, folder)).problems).toEqual(problems)
  const list = () => readAsOperator(ports, listOldAddresses)
  const added = await list()
  expect(added.map(({ path, page, project }) => [path, page ?? project?.name])).toEqual([
    ['/about.html', 'about'],
    ['/former.html', 'work'],
    ['/kiln.html', 'Thrown'],
    ['/work.html', 'work'],
  ])
  events.length = 0
  expect((await runImport(backend, folder)).problems).toEqual(problems)
  expect(await list()).toEqual(added)
  expect(events).toEqual([])
})

eachDatabase('old addresses beyond the limit, and those of a project in the bin, are left out', async (backend) => {
  const oldAddresses = Array.from({ length: 502 }, (_, n) => ({ path: `/${n}.html`, page: 'work' }))
  const folder = await folderWith({ 'studio/studio.json': JSON.stringify({ ...studio, oldAddresses }), 'A/1.jpg': 90 })
  expect((await runImport(backend, folder)).problems).toEqual([
    'studio/old address /500.html: There can be at most 500 old addresses.',
    'studio/old address /501.html: There can be at most 500 old addresses.',
  ])
  const [{ id = '' } = {}] = await listProjects(backend.ports, 'admins')
  const [first] = await readAsOperator(backend.ports, listOldAddresses)
  await runCommand(backend, (unit, admin) => removeOldAddress(unit, admin, { id: first?.id ?? '' }))
  const input = { path: '/bin.html', target: id, findOwner: () => null }
  await runCommand(backend, (unit, admin) => addOldAddress(unit, admin, input))
  await runCommand(backend, (unit, admin) => removeProject(unit, admin, { id }))
  const exported = JSON.parse(await readFile(join((await exportFrom(backend)).into, 'studio/studio.json'), 'utf8'))
  expect(exported.oldAddresses).toHaveLength(499)
})

eachDatabase('links are checked as at /studio, and replace samples only if one is accepted', async (backend) => {
  const { ports } = backend
  const sample = 'https://www.instagram.com/sample'
  await runCommand(backend, (unit, admin) => addSocialLink(unit, admin, { href: sample }))
  await ports.db.updateTable('studioLinks').set({ sample: 1 }).execute()
  const importLinks = async (links: object[]) => {
    const folder = await folderWith({ 'studio/studio.json': JSON.stringify({ ...studio, links }), 'A/1.jpg': 90 })
    const { problems } = await runImport(backend, folder)
    return { problems, links: (await showStudio(ports)).links.map(({ href, label }) => [href, label]) }
  }
  const insecure = { href: 'javascript:alert(1)', label: 'Mail' }
  const long = { href: 'https://x.com/studio', label: 'x'.repeat(61) }
  expect(await importLinks([insecure, long])).toEqual({
    problems: [
      'studio/javascript:alert(1): An address begins with https://, such as https://www.instagram.com/studio.',
      'studio/https://x.com/studio: The name of a link can have at most 60 characters.',
    ],
    links: [[sample, 'Instagram']],
  })
  const links = [
    { href: 'HTTPS://X.com/studio', label: ' Our\nnews ' },
    { href: sample, label: '' },
  ]
  const imported = {
    problems: [],
    links: [
      ['https://x.com/studio', 'Our news'],
      [sample, 'Instagram'],
    ],
  }
  expect(await importLinks(links)).toEqual(imported)
  expect(await importLinks(links)).toEqual(imported)
})

eachDatabase('the studio of an export in the previous format is imported', async (backend) => {
  const json = { ...studio, version: 1, texts: { city: 'Leeds' } }
  const folder = await folderWith({ 'studio/studio.json': JSON.stringify(json), 'A/1.jpg': 90 })
  expect((await runImport(backend, folder)).problems).toEqual([])
  expect(await showStudio(backend.ports)).toMatchObject({ city: 'Leeds' })
})

eachDatabase('an export reports originals that are missing or damaged, and leaves out the bin', async (backend) => {
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
