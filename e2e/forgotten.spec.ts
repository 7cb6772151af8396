import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

const somebody = { email: 'grace.teal@example.com', password: 'nine doors and a lamp' }
const message = {
  'First name': 'Gracielle',
  'Last name': 'Tealwater',
  'E-mail': somebody.email,
  Subject: 'An arcade of clocks',
  Message: 'Would you look at our arcade of clocks in Bolton?',
}

test('of somebody who is forgotten not a byte is left, in no file of the site', async ({ visitor, site }) => {
  await visitor.opens('/contact')
  for (const [label, text] of Object.entries(message)) await visitor.main.getByLabel(label, { exact: true }).fill(text)
  await visitor.main.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: /\w/ })).toBeVisible()
  await visitor.signsUp(somebody.email, somebody.password)
  await expect(visitor.logout).toBeVisible()
  await visitor.logsOut()
  await visitor.opens('/login')
  await visitor.fillsCredentials({ ...somebody, password: 'nine doors and a clock' })
  await visitor.main.getByRole('button', { name: 'Log in' }).click()
  await expect(visitor.alert).toBeVisible()
  const texts = [somebody.email, 'Gracielle', 'Tealwater', 'arcade of clocks']
  expect(await filesWith(site, texts)).not.toEqual([])

  expect(await site.owner('forget', somebody.email.toUpperCase())).toContain('Deleted: 1 messages, one account.')
  expect(await filesWith(site, texts)).toEqual([])
  expect(texts.filter((text) => site.output.includes(text))).toEqual([])
})

/** Which files of the site hold one of these texts, in whatever case. */
async function filesWith(site: Site, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase()
    for (const text of texts) if (bytes.includes(text.toLowerCase())) found.push(`${entry.name}: ${text}`)
  }
  return found
}
