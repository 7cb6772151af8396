// Writes rows until it is killed, and prints the id of each row after its commit.
import { writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { migrate } from '#server/database/migrate.ts'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'

const db = openSqlite(process.argv[2] ?? '')
await migrate(db)
for (;;) {
  const id = randomUUID()
  // Two rows in one transaction, so that a partial commit would be visible.
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values({ id, role: null, online: 1 }).execute()
    await tx
      .insertInto('users')
      .values({ id: `${id}+`, role: null, online: 1 })
      .execute()
  })
  // Synchronous, because buffered output would be lost when the process is killed.
  writeSync(1, `${id}\n`)
}
