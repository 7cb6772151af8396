import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from './people.ts'
import { Site } from './site.ts'

const folderVariable = 'ENFILADE_PREPARED'
const madeWithinMs = 240_000

/** The data folder that every story starts from. */
export function preparedFolder(): string {
  const folder = process.env[folderVariable]
  if (!folder) throw new Error('the stories were started without their preparation')
  return folder
}

/**
 * Before all stories: opens a site on an empty folder, as `npm start` does, waits until every sample
 * photograph is made, signs two people up, makes one of them admin, and keeps the folder.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  // Whoever writes stories keeps one folder, instead of waiting a minute before each run.
  if (process.env[folderVariable]) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-prepared-'))
  const site = await Site.open(null)
  await allPhotographsMade(site)
  for (const account of Object.values(accounts)) await signUp(site, account)
  await site.owner('grant', accounts.admin.email)
  await site.kill()
  await cp(site.dataDir, folder, { recursive: true })
  await site.close()
  process.env[folderVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

async function allPhotographsMade(site: Site): Promise<void> {
  const deadline = Date.now() + madeWithinMs
  while (Date.now() < deadline) {
    const [row] = site.sql<{ waiting: number }>(`select count(*) as waiting from photos where state <> 'ready'`)
    if (row?.waiting === 0) return
    await new Promise((resume) => setTimeout(resume, 250))
  }
  throw new Error(`The sample photographs were not made in time:\n${site.output}`)
}

async function signUp(site: Site, form: { email: string; password: string }): Promise<void> {
  const answer = await fetch(`${site.origin}/signup`, {
    method: 'POST',
    // From elsewhere: what is counted for it must not count in the stories.
    headers: { Origin: site.origin, 'X-Forwarded-For': '192.0.2.1' },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  if (answer.status !== 302) throw new Error(`Sign-up answered ${answer.status}`)
}
