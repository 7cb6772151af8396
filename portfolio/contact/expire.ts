import { publishChanges, type TransactionPorts } from '#portfolio/transaction.ts'
import { deletedRetentionDays } from './inbox.ts'
import { messageRetentionMonths } from './message.ts'

/** Deletes messages older than twelve months, or deleted by an admin over 30 days ago. Returns their number. */
export async function expireMessages(ports: TransactionPorts): Promise<number> {
  const before = ports.now()
  before.setUTCMonth(before.getUTCMonth() - messageRetentionMonths)
  const deletedBefore = ports.now()
  deletedBefore.setUTCDate(deletedBefore.getUTCDate() - deletedRetentionDays)
  const { numDeletedRows } = await ports.db
    .deleteFrom('contactSubmissions')
    .where((eb) =>
      eb.or([eb('createdAt', '<', before.toISOString()), eb('deletedAt', '<', deletedBefore.toISOString())]),
    )
    .executeTakeFirst()
  if (numDeletedRows > 0n) await publishChanges(ports, { about: 'inbox' })
  return Number(numDeletedRows)
}
