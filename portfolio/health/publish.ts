import { publishChanges, type TransactionPorts } from '#portfolio/transaction.ts'

/** Tells open health pages that a fact has changed, or a backup has begun. */
export function publishHealth(ports: TransactionPorts): Promise<void> {
  return publishChanges(ports, { about: 'health' })
}
