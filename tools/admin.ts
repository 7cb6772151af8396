import { passwordProblem } from '#portfolio/account/check-password.ts'
import { asOperator, type Admin } from '#portfolio/account/as-admin.ts'
import { eraseAccount, eraseLinks } from '#portfolio/account/erase.ts'
import { createReset, removePassword } from '#portfolio/one-time-link/reset.ts'
import { grantAdmin, listAdmins, newAccountMs, readAccount, revokeAdmin } from '#portfolio/account/grant.ts'
import { eraseMessages } from '#portfolio/contact/erase.ts'
import { eraseEmails } from '#portfolio/mail/erase.ts'
import { listMessages, type StoredMessage } from '#portfolio/contact/read.ts'
import { clearFailures, countFailures, freeAttempts } from '#portfolio/log-in/log-in-backoff.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { getOrCreateClaimLink } from '#portfolio/setup/claim-link.ts'
import { print } from '#server/log.ts'
import { reportHealth, trustClock } from './admin-health.ts'
import { openSiteOrExit } from './command-line/open-site.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { exitWithUsage, parseArguments, runCommand } from './command-line/run-command.ts'
import { readPassword } from './command-line/read-password.ts'

const usage = `Commands of the operator; the site may be running:
  npm run admin -- claim                           prints a new claim link, which replaces the previous one
  npm run admin -- grant you@example.com           makes this account an admin; one that is older than an hour loses its
                                                   password and gets a reset link, in case somebody else has
                                                   signed up with the address; --keep-password skips that
  npm run admin -- revoke you@example.com          removes the admin role
  npm run admin -- list                            lists the admins
  npm run admin -- reset you@example.com           prints a link for a new password: it works once, for 30 minutes
  npm run admin -- reset-password you@example.com  asks for a new password
  npm run admin -- enquiries                       prints the messages from the contact form
  npm run admin -- forget someone@example.com      deletes their messages, e-mails and account permanently
  npm run admin -- health [--json]                 prints the site's state; exits with 1 if there is a problem
  npm run admin -- clock-ok                        trusts the clock after a jump: resumes deletions and publishing
A new password is read from the keyboard, or from the first line of standard input.`

const { positionals, flags } = parseArguments(usage, 2, ['keep-password', 'json'])
const [name = '', email = ''] = positionals

const commands: Record<string, (ports: Ports, email: string) => Promise<string>> = {
  async claim(ports) {
    const link = unwrap(await getOrCreateClaimLink(ports, readConfigOrExit().origin, { renew: true }))
    if (link === null)
      throw new CommandFailed('This site already has an admin; ‘npm run admin -- list’ shows who it is.')
    return `Open this link within 24 hours to become the admin:\n${link}`
  },
  async grant(ports, email) {
    const { userId } = await findAccount(ports, email)
    const { createdAt, sessionCount } = unwrap(
      await asOperator(ports, (unit, admin) => readAccount(unit, admin, userId)),
    )
    const ageMs = ports.now().getTime() - createdAt.getTime()
    print(`${email} signed up ${formatAge(ageMs)} ago; open sessions: ${sessionCount}.`)
    // A negative age means that the clock was wrong, so the real age is unknown.
    const isNew = ageMs >= 0 && ageMs < newAccountMs
    const resets = !isNew && !flags.has('keep-password')
    if (resets) unwrap(await asOperator(ports, (unit, admin) => removePassword(unit, admin, userId)))
    unwrap(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
    const granted = `${email} is now an admin.`
    if (!resets) return granted
    const ended = 'The password and passkeys were removed; all sessions have ended.'
    return [granted, ended, await createResetLink(ports, userId)].join('\n')
  },
  async revoke(ports, email) {
    const { userId } = await findAccount(ports, email)
    unwrap(await asOperator(ports, (unit, admin) => revokeAdmin(unit, admin, userId)))
    return `${email} is no longer an admin.`
  },
  async list(ports) {
    const ids = unwrap(await asOperator(ports, listAdmins))
    const emails = await ports.accounts.findEmails(ids)
    const lines = ids.map(async (id) => {
      const email = emails.get(id) ?? id
      const failures = await countFailures(ports.db, ports.now(), email)
      return failures < freeAttempts ? email : `${email}  (warning: ${failures} wrong passwords since the last log-in)`
    })
    return (await Promise.all(lines)).join('\n') || 'There is no admin yet.'
  },
  async reset(ports, email) {
    const { userId } = await findAccount(ports, email)
    return createResetLink(ports, userId)
  },
  async 'reset-password'(ports, email) {
    const { userId } = await findAccount(ports, email)
    return setPassword(ports, email, userId)
  },
  async enquiries(ports) {
    const list = async ({ tx }: UnitOfWork, admin: Admin) => done(await listMessages(tx, admin))
    const messages = unwrap(await asOperator(ports, list))
    const accepted = messages.filter((message) => !isQuarantined(message))
    const quarantined = messages.filter(isQuarantined)
    const sections = [accepted.map(formatMessage).join('\n\n') || 'There are no messages yet.']
    if (quarantined.length > 0)
      sections.push(`Quarantined, probably spam: ${quarantined.length}`, ...quarantined.map(formatMessage))
    return sections.join('\n\n')
  },
  async forget(ports, email) {
    const account = email ? await ports.accounts.findByEmail(email) : null
    // Comes first, because it refuses admins before anything is deleted.
    if (account) unwrap(await asOperator(ports, (unit, admin) => eraseAccount(unit, admin, account.userId)))
    unwrap(await asOperator(ports, (unit, admin) => eraseLinks(unit, admin, email)))
    unwrap(await asOperator(ports, (unit, admin) => eraseEmails(unit, admin, email)))
    const messages = unwrap(await asOperator(ports, (unit, admin) => eraseMessages(unit, admin, email)))
    const deleted = `Deleted messages: ${messages}, accounts: ${account ? 1 : 0}.`
    if (!(await adapters.eraseDeletedContent())) throw new CommandFailed(`${deleted} ${remnantsMessage}`)
    return deleted
  },
  health: (ports) => reportHealth(ports, flags.has('json')),
  'clock-ok': trustClock,
}

const remnantsMessage =
  'The database files still contain the deleted data, because another process is reading them. Run this again later.'

/** An expected failure: its message is printed without a stack trace. */
class CommandFailed extends Error {}

async function findAccount(ports: Ports, email: string) {
  const account = email ? await ports.accounts.findByEmail(email) : null
  if (!account)
    throw new CommandFailed(`There is no account for ${email || 'an empty address'}. Sign up on the site first.`)
  return account
}

async function createResetLink(ports: Ports, userId: string): Promise<string> {
  const token = unwrap(await asOperator(ports, (unit, admin) => createReset(unit, admin, userId)))
  return `This link sets a new password. It works once, for 30 minutes:\n${readConfigOrExit().origin}/reset/${token}`
}

async function setPassword(ports: Ports, email: string, userId: string): Promise<string> {
  const password = await readPassword(`The new password for ${email}: `)
  if (password === null) throw new CommandFailed('No password was entered, or the two differ: nothing was changed.')
  const problem = passwordProblem(password, email)
  if (problem) throw new CommandFailed(problem)
  await ports.accounts.setPassword(userId, password)
  await clearFailures(ports.db, email.trim().toLowerCase())
  return `${email} has a new password, and all its sessions have ended.`
}

/** An age such as `3 days`, in whole units. */
function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new CommandFailed(result.message)
  return result.value
}

const isQuarantined = ({ view }: StoredMessage) => view === 'quarantine'

// Control characters in a message must not reach the terminal.
function formatMessage({ view: _, ...message }: StoredMessage): string {
  return Object.entries(message)
    .filter(([, value]) => value !== null)
    .map(
      ([field, value]) =>
        `${field}: ${String(value).replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n  ' : ''))}`,
    )
    .join('\n')
}

const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) exitWithUsage(name ? `There is no command '${name}'. --help lists the commands.` : usage)
// A command that takes an address has it as its second parameter.
if (command.length > 1 !== (email !== ''))
  exitWithUsage(`'${name}' ${email ? 'takes no further argument' : 'needs an e-mail address'}. --help shows the usage.`)
const adapters = await openSiteOrExit()
try {
  await runCommand(async () => print(await command(adapters.ports, email)))
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  print(error.message)
  process.exitCode = 1
} finally {
  await adapters.close()
}
