import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { passwordProblem } from '#portfolio/account/enter.ts'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { dismiss, grant, listAdmins, revoke } from '#portfolio/account/grant.ts'
import { eraseMessages } from '#portfolio/contact/erase.ts'
import { readEnquiries } from '#portfolio/contact/read.ts'
import { freeTries } from '#portfolio/limit/limit.ts'
import { countWrong, forgive } from '#portfolio/limit/wait.ts'
import type { Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { ContactSubmissionsTable } from '#server/data/tables.ts'
import { openLog, say } from '#server/log.ts'
import { openEmbedded } from '#server/setup/embedded.ts'
import { readSettings } from './settings.ts'

const usage = `What the owner of the machine may do, also while the site runs:
  npm run admin -- grant you@example.com           makes this account an admin
  npm run admin -- revoke you@example.com          takes that back
  npm run admin -- list                            lists the admins
  npm run admin -- reset-password you@example.com  sets a new password, read from the keyboard
  npm run admin -- enquiries                       prints what came through the contact form
  npm run admin -- forget someone@example.com      deletes their messages and their account, for good`

const commands: Record<string, (parts: Parts, email: string) => Promise<string>> = {
  async grant(parts, email) {
    const { userId } = await findAccount(parts, email)
    expect(await changeAtTheMachine(parts, (unit, admin) => grant(unit, admin, userId)))
    return `${email} is an admin now.`
  },
  async revoke(parts, email) {
    const { userId } = await findAccount(parts, email)
    expect(await changeAtTheMachine(parts, (unit, admin) => revoke(unit, admin, userId)))
    return `${email} is no longer an admin.`
  },
  async list(parts) {
    const ids = expect(await changeAtTheMachine(parts, listAdmins))
    const emails = await parts.accounts.emailsOf(ids)
    const lines = ids.map(async (id) => {
      const email = emails.get(id) ?? id
      const wrong = await countWrong(parts.db, parts.now(), email)
      return wrong < freeTries ? email : `${email}  (warning: ${wrong} wrong passwords since the last log-in)`
    })
    return (await Promise.all(lines)).join('\n') || 'There is no admin yet.'
  },
  async 'reset-password'(parts, email) {
    const { userId } = await findAccount(parts, email)
    const password = await readLine(`The new password for ${email}: `)
    const problem = passwordProblem(password, email)
    if (problem) throw new Unfit(problem)
    await parts.accounts.setPassword(userId, password)
    await forgive(parts.db, email.trim().toLowerCase())
    return `${email} has a new password, and all its sessions are ended.`
  },
  async enquiries(parts) {
    const enquiries = expect(await changeAtTheMachine(parts, readEnquiries))
    const [apart, plain] = [enquiries.filter(isApart), enquiries.filter((enquiry) => !isApart(enquiry))]
    const inboxes = [plain.map(asText).join('\n\n') || 'Nothing has come through the contact form yet.']
    if (apart.length > 0)
      inboxes.push(`Kept apart, probably not written by people: ${apart.length}`, ...apart.map(asText))
    return inboxes.join('\n\n')
  },
  async forget(parts, email) {
    const messages = expect(await changeAtTheMachine(parts, (unit, admin) => eraseMessages(unit, admin, email)))
    const account = email ? await parts.accounts.findByEmail(email) : null
    if (account) {
      expect(await changeAtTheMachine(parts, (unit, admin) => dismiss(unit, admin, account.userId)))
      await parts.accounts.remove(account.userId)
    }
    const deleted = `Deleted: ${messages} messages, ${account ? 'one account' : 'no account'}.`
    if (!(await machines.scrub())) throw new Unfit(`${deleted} ${notScrubbed}`)
    return deleted
  },
}

const notScrubbed =
  'But the files of the database still hold it: somebody, perhaps a backup, is reading them. Run this again later.'

/** A wish that cannot be granted: one sentence, no stack. */
class Unfit extends Error {}

async function findAccount(parts: Parts, email: string) {
  const account = email ? await parts.accounts.findByEmail(email) : null
  if (!account) throw new Unfit(`There is no account for ${email || 'an empty address'}. Sign up on the site first.`)
  return account
}

function expect<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Unfit(outcome.message)
  return outcome.value
}

const isApart = ({ quarantined }: ContactSubmissionsTable) => quarantined !== null

// Control characters of a message must not steer the terminal of whoever reads it.
function asText(enquiry: ContactSubmissionsTable): string {
  return Object.entries(enquiry)
    .filter(([, value]) => value !== null)
    .map(
      ([field, value]) =>
        `${field}: ${String(value).replace(/[\p{Cc}\p{Cf}]/gu, (mark) => (mark === '\n' ? '\n  ' : ''))}`,
    )
    .join('\n')
}

async function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

const [name = '', email = ''] = parseArgs({ allowPositionals: true }).positionals
const command = commands[name]
if (!command) {
  say(usage)
  process.exit(1)
}
const machines = await openEmbedded(readSettings(), openLog())
try {
  say(await command(machines.parts, email))
} catch (error) {
  if (!(error instanceof Unfit)) throw error
  say(error.message)
  process.exitCode = 1
} finally {
  await machines.close()
}
