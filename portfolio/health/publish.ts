import { publishChanges, type TransactionPorts } from '#portfolio/transaction.ts'

/** Makes open health pages load their data again, because a fact has changed or a backup has started. */
export function publishHealth(ports: TransactionPorts): Promise<void> {
  return publishChanges(ports, { about: 'health' })
}
