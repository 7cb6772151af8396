import { expect } from 'vitest'
import { z } from 'zod'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { readFact, recordFact } from './fact.ts'

const definition = { key: 'test', schema: z.object({ count: z.number() }) }

eachDatabase('a fact is null until it is recorded, and then the last value with its time', async ({ ports }) => {
  expect(await readFact(ports.db, definition)).toBeNull()
  await recordFact(ports, definition, { count: 1 })
  await recordFact(ports, definition, { count: 2 })
  expect(await readFact(ports.db, definition)).toEqual({ value: { count: 2 }, recordedAt: ports.now() })
})

eachDatabase('a fact that was recorded in another shape is read as null', async ({ ports }) => {
  await recordFact(ports, { key: definition.key, schema: z.string() }, 'two')
  expect(await readFact(ports.db, definition)).toBeNull()
})
