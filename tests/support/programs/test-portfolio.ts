// Fills the empty data folder with the projects of the browser tests. The derivatives are made when a site is started.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAdapters } from '#server/compose/open-adapters.ts'
import { openLog } from '#server/log.ts'
import { loadTestProjects } from '#tests/support/site-data/load-test-projects.ts'
import { readTestProjects } from '#tests/support/site-data/test-projects.ts'

const site = { dataDir: process.argv[2] ?? '', origin: 'http://localhost:3000', databaseUrl: null }
const { ports, close } = await openAdapters(site, openLog())
const folder = await mkdtemp(join(tmpdir(), 'enfilade-test-projects-'))
await loadTestProjects(ports, await readTestProjects(), folder)
await rm(folder, { recursive: true })
await close()
// Its image processes may still be running.
process.exit(0)
