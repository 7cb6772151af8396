import type { Updateable } from 'kysely'
import type { SiteSetupTable } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

export async function writeSetup(unit: UnitOfWork, values: Omit<Updateable<SiteSetupTable>, 'id'>): Promise<void> {
  await unit.tx
    .insertInto('siteSetup')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
