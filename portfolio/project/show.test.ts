import { expect, test } from 'vitest'
import { eachDatabase } from '#testing/each-database.ts'

eachDatabase('a', async (house) => { expect(house.heard).toEqual([]); expect(await house.upload()).toMatch(/^[0-9a-f]{32}$/) })
