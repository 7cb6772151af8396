import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { passwordProblem } from '#portfolio/account/enter.ts'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { grant, listAdmins, revoke } from '#portfolio/account/grant.ts'
import { readEnquiries } from '#portfolio/contact/read.ts'
import type { Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { ContactSubmissionsTable } from '#server/data/tables.ts'
import { readConfig } from '#server/config.ts'
import { openLog, say } from '#server/log.ts'
import { openEmbedded } from '#server/setup/embedded.ts'

const usage = `What the owner of the machine may do, also while the site runs:
  npm run admin -- grant you@example.com           makes this account an admin
  npm run admin -- revoke you@example.com          takes that back
  npm run admin -- list                            lists the admins
  npm run admin -- reset-password you@example.com  sets a new password, read from the keyboard
  npm run admin -- enquiries                       prints what came through the contact form`

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
    return ids.map((id) => emails.get(id) ?? id).join('\n') || 'There is no admin yet.'
  },
  async 'reset-password'(parts, email) {
    const { userId } = await findAccount(parts, email)
    const password = await readLine(`The new password for ${email}: `)
    const problem = passwordProblem(password, email)
    if (problem) throw new Unfit(problem)
    await parts.accounts.setPassword(userId, password)
    return `${email} has a new password, and all its sessions are ended.`
  },
  async enquiries(parts) {
    const enquiries = expect(await changeAtTheMachine(parts, readEnquiries))
    return enquiries.map(asText).join('\n\n') || 'Nothing has come through the contact form yet.'
  },
}

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

// Control characters of a message must not steer the terminal of whoever reads it.
function asText(enquiry: ContactSubmissionsTable): string {
  return Object.entries(enquiry)
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
const machines = await openEmbedded(readConfig(), openLog())
try {
  say(await command(machines.parts, email))
} catch (error) {
  if (!(error instanceof Unfit)) throw error
  say(error.message)
  process.exitCode = 1
} finally {
  await machines.close()
}
