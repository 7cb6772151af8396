import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accounts } from '#e2e/people.ts'
import { Site, type Launch } from '#e2e/site.ts'
import { photograph } from '#testing/photographs.ts'
import type { Stage } from './fault.ts'
import { Hand } from './hand.ts'
import { withinReach } from './strike.ts'

/** On a machine that has other things to do. */
const madeWithinMs = 120_000

export const emptyHouse = { SAMPLES: 'off' } as const

/** The data folder that every case begins with: an admin, and a project with three images that are made. */
export async function prepareBase(): Promise<string> {
  const site = await Site.open(null, emptyHouse)
  const stranger = new Hand(site)
  for (const account of Object.values(accounts)) {
    const answer = await stranger.ask('/signup', { method: 'POST', body: new URLSearchParams(account) })
    if (answer.status !== 302) throw new Error(`the sign-up was answered ${answer.status}`)
  }
  await site.owner('grant', accounts.admin.email)
  const hand = await Hand.of(site)
  const images: string[] = []
  for (const n of [1, 2, 3]) images.push((await hand.upload(await bytesOf(90 + n), `room-${n}.jpg`)).id)
  const made = await hand.createProject({ name: 'House', requestId: 'base', images })
  if (made.status !== 200) throw new Error(`the project was answered ${made.status}: ${made.said}`)
  await allMade(site)
  await site.stop()
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-base-'))
  await cp(site.dataDir, folder, { recursive: true })
  await site.close()
  return folder
}

/** Opens the site of one case on a copy of the base. */
export async function openStage(
  base: string,
  settings: Record<string, string> = {},
  launch: Launch = withinReach,
): Promise<Stage> {
  const site = await Site.open(base, { ...emptyHouse, ...settings }, launch)
  const hand = await Hand.of(site)
  const secret = await readFile(join(base, 'secret'), 'utf8')
  const [, value = ''] = hand.cookie.split('=')
  // The token alone opens the door for whoever knows the secret.
  const [token = ''] = decodeURIComponent(value).split('.')
  const secrets = [value, token, secret, ...Object.values(accounts).map(({ password }) => password)]
  return { site, hand, secrets, ...houseIn(base) }
}

/** The project of the base. */
function houseIn(base: string): { projectId: string; imageIds: string[] } {
  const database = new DatabaseSync(join(base, 'enfilade.db'))
  try {
    const idsOf = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map(({ id }) => String(id))
    const [projectId = ''] = idsOf(`select id from projects where name = 'House'`)
    return { projectId, imageIds: idsOf(`select id from photos where place = 'gallery' order by position`) }
  } finally {
    database.close()
  }
}

export async function closeStage({ site }: Stage): Promise<void> {
  await site.kill()
  for (const folder of [site.dataDir, `${site.dataDir}.aside`]) await rm(folder, { recursive: true, force: true })
}

/** Nobody has tried anything yet: whoever changes more in a minute than people do is refused otherwise. */
export function forgetTries(site: Pick<Site, 'sql'>): void {
  site.sql('delete from tallies')
}

/** Waits until no photograph waits any more. */
export async function allMade(site: Pick<Site, 'sql' | 'output'>): Promise<void> {
  await until(
    'every photograph is made',
    () => {
      const [row] = site.sql<{ n: number }>(
        `select count(*) as n from photos where state = 'waiting' and deletedAt is null`,
      )
      return row?.n === 0
    },
    madeWithinMs,
  )
}

/** Asks again and again until it is so; throws after so many milliseconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`in vain: ${what}`)
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

/** A photograph that no other case sends: JPEG of that many pixels width. */
export async function bytesOf(width: number, height = 60): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await photograph({ width, height }))
}

/** What must hold, said when it does not. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
