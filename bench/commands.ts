import { accounts } from '#tests/support/accounts.ts'
import { Visitor } from '#tests/browser/fixtures/visitor.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { launchChromium } from './browser/phone.ts'
import type { Measurement, PartOptions } from './measurement.ts'
import { prepareContent } from './site/content.ts'

// Measures the time from the commit of a change by `npm run admin`, another process, until an open browser shows it.

const pollMs = 5

export async function measureCommands({ rounds }: PartOptions): Promise<Measurement[]> {
  const site = await SiteProcess.open(await prepareContent())
  const browser = await launchChromium()
  const shownMs: number[] = []
  try {
    const user = new Visitor(await (await browser.newContext()).newPage(), site)
    await user.logIn(accounts.user)
    await user.open('/work')
    for (let round = 0; round < rounds; round++) {
      for (const command of ['grant', 'revoke'] as const) shownMs.push(await timeCommand(user, command))
    }
    return [{ label: 'admin command to open browser, ms', site: shownMs, limit: { atMost: 1_000 } }]
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Grants or revokes the role. Returns the time from the commit until the page shows or hides a link for admins. */
async function timeCommand(user: Visitor, command: 'grant' | 'revoke'): Promise<number> {
  const { site } = user
  const before = lastChange(site)
  const shown = user.navigation('Create').waitFor({ state: command === 'grant' ? 'visible' : 'hidden' })
  const ran = site.runAdminCommand(command, accounts.user.email, ...(command === 'grant' ? ['--keep-password'] : []))
  while (lastChange(site) === before) await new Promise((resume) => setTimeout(resume, pollMs))
  const committedAt = performance.now()
  await shown
  const ms = performance.now() - committedAt
  await ran
  return ms
}

function lastChange(site: SiteProcess): number {
  const [row] = site.sql<{ number: number }>('select max(number) as number from changes')
  return row?.number ?? 0
}
