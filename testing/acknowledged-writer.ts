// A process of its own, to be killed: it says each row aloud, and only once it has been stored.
import { writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { migrate } from '#server/data/migrate.ts'
import { openSqlite } from '#server/data/sqlite.ts'

const db = openSqlite(process.argv[2] ?? '')
await migrate(db)
for (;;) {
  const id = randomUUID()
  // Two rows or none: a torn change would leave one of them.
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values({ id, role: null, online: 1 }).execute()
    await tx
      .insertInto('users')
      .values({ id: `${id}+`, role: null, online: 1 })
      .execute()
  })
  // In one call and at once: what is in a buffer dies with the process.
  writeSync(1, `${id}\n`)
}
