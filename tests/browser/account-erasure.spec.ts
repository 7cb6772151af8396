import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

const user = { email: 'grace.teal@example.com', password: 'nine doors and a lamp' }
const message = {
  'First name': 'Gracielle',
  'Last name': 'Tealwater',
  'E-mail': user.email,
  Subject: 'An arcade of clocks',
  Message: 'Would you look at our arcade of clocks in Bolton?',
}

test(
  'after an account is erased, no file of the site contains its data',
  { tag: '@one-process' },
  async ({ visitor, site }) => {
    await visitor.open('/contact')
    for (const [label, text] of Object.entries(message))
      await visitor.main.getByLabel(label, { exact: true }).fill(text)
    await visitor.main.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(visitor.main.getByRole('status').filter({ hasText: /\w/ })).toBeVisible()
    await visitor.signUp(user.email, user.password)
    await expect(visitor.logoutButton).toBeVisible()
    await visitor.logOut()
    await visitor.open('/login')
    await visitor.fillCredentials({ ...user, password: 'nine doors and a clock' })
    await visitor.main.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(visitor.alert).toBeVisible()
    const texts = [user.email, 'Gracielle', 'Tealwater', 'arcade of clocks']
    expect(await filesWith(site, texts)).not.toEqual([])

    expect(await site.runAdminCommand('forget', user.email.toUpperCase())).toContain(
      'Deleted messages: 1, accounts: 1.',
    )
    expect(await filesWith(site, texts)).toEqual([])
    expect(texts.filter((text) => site.output.includes(text))).toEqual([])
  },
)

/** The files in the data folder that contain one of these texts, ignoring case. */
async function filesWith(site: SiteProcess, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const pattern = new RegExp(texts.map((text) => RegExp.escape(text)).join('|'), 'i')
  for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const [text] = pattern.exec(await readFile(join(entry.parentPath, entry.name), 'latin1')) ?? []
    if (text) found.push(`${entry.name}: ${text}`)
  }
  return found
}
