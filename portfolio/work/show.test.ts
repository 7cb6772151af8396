import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { addSector } from '#portfolio/sector/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { listWork } from './show.ts'

async function open({ ports, admin }: TestBackend) {
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  for (const name of ['Homes', 'Retail']) expectOk(await run((unit, admin) => addSector(unit, admin, { name })))
  return async (name: string, facts: { sector?: string; year?: string }, draft = false) => {
    const project = { name, details: 'A shop.', requestId: name, cover: null, images: [], draft }
    const { id } = expectOk(await run((unit, admin) => insertProject(unit, admin, project)))
    for (const key of ['sector', 'year'] as const) {
      const input = { projectId: id, key, text: facts[key] ?? '', version: 0 }
      expectOk(await run((unit, admin) => editFact(unit, admin, input)))
    }
  }
}

eachDatabase(
  'the list is narrowed down to a sector and ordered by year; only the counts for admins include drafts',
  async (backend) => {
    const { ports } = backend
    expect(await listWork(ports, 'everyone', { sector: null, byYear: false, withFacts: false })).toEqual({
      projects: [],
      total: 0,
      sectors: [],
      years: 0,
    })
    const create = await open(backend)
    await create('A', { sector: 'retail', year: '2023' })
    await create('B', { sector: 'retail', year: '2025' }, true)
    await create('C', {})
    await create('D', { sector: 'retail', year: '2024' })
    await create('E', { sector: 'homes', year: '2021' }, true)
    const list = async (audience: 'everyone' | 'admins', sector: string | null, byYear = false) => {
      const { projects, ...rest } = await listWork(ports, audience, { sector, byYear, withFacts: false })
      return { ...rest, projects: projects.map(({ name, label }) => (label === undefined ? name : `${name} ${label}`)) }
    }
    const retail = { name: 'Retail', slug: 'retail', count: 2 }
    const ofVisitors = { total: 3, sectors: [retail], years: 2 }
    expect(await list('everyone', null)).toEqual({ ...ofVisitors, projects: ['A', 'C', 'D'] })
    expect(await list('everyone', 'retail')).toEqual({ ...ofVisitors, projects: ['A 01', 'D 03'] })
    expect(await list('everyone', null, true)).toEqual({ ...ofVisitors, projects: ['D 2024', 'A 2023', 'C '] })
    expect(await list('everyone', 'homes')).toEqual({ ...ofVisitors, projects: [] })
    const ofAdmins = {
      total: 5,
      sectors: [
        { name: 'Homes', slug: 'homes', count: 1 },
        { ...retail, count: 3 },
      ],
      years: 4,
    }
    const { facts, projects } = await listWork(ports, 'everyone', { sector: null, byYear: true, withFacts: true })
    expect(projects.map(({ id, label }) => ({ label, ...facts?.[id] }))).toEqual([
      { label: '03', sector: 'Retail', year: '2024' },
      { label: '01', sector: 'Retail', year: '2023' },
      { label: '02', sector: '', year: '' },
    ])
    expect(await list('admins', 'retail')).toEqual({ ...ofAdmins, projects: ['A 01', 'B 02', 'D 04'] })
    expect(await list('admins', 'retail', true)).toEqual({ ...ofAdmins, projects: ['B 2025', 'D 2024', 'A 2023'] })
  },
)
