import { expect } from 'vitest'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hungImages } from '#testing/hung.ts'
import type { House } from '#testing/parts.ts'
import { deriveNothing } from '#testing/pictures.ts'
import { startClock } from './clock.ts'

const statesOf = async ({ parts }: House) =>
  (await parts.db.selectFrom('photos').select('state').orderBy('position').execute()).map((row) => row.state)

/** Parts whose image machine takes some time and makes nothing; how many were at work at once. */
function slow({ parts }: House) {
  const at = { work: 0, most: 0 }
  const derive: Parts['pictures']['derive'] = async (...wish) => {
    at.most = Math.max(at.most, (at.work += 1))
    await new Promise((resume) => setTimeout(resume, 20))
    at.work -= 1
    return deriveNothing(...wish)
  }
  return { at, parts: { ...parts, pictures: { ...parts.pictures, derive } } }
}

eachDatabase(
  'at its start the clock makes everything that waits, also what a dead process had claimed',
  async (house) => {
    await hungImages(house, 5)
    const later = new Date(house.parts.now().getTime() + 60_000).toISOString()
    await house.parts.db.updateTable('photos').set({ tries: 1, dueAt: later }).where('position', '>', 2).execute()
    const { parts, at } = slow(house)
    const clock = await startClock(parts)
    await clock.idle()
    expect(await statesOf(house)).toEqual(Array.from({ length: 5 }, () => 'ready'))
    expect(at.most).toBeLessThanOrEqual(2)
    await clock.stop()
  },
)

eachDatabase('woken, it makes what has come since', async (house) => {
  const { parts } = slow(house)
  const clock = await startClock(parts)
  await clock.idle()
  await hungImages(house, 2)
  expect(await statesOf(house)).toEqual(['waiting', 'waiting'])
  clock.wake()
  await clock.idle()
  expect(await statesOf(house)).toEqual(['ready', 'ready'])
  await clock.stop()
})

eachDatabase('stopped, it finishes what is under way and begins nothing more', async (house) => {
  await hungImages(house, 6)
  const { parts, at } = slow(house)
  const clock = await startClock(parts)
  while (at.work === 0) await new Promise((resume) => setTimeout(resume, 1))
  await clock.stop()
  const states = await statesOf(house)
  expect(at.work).toBe(0)
  expect(states).toContain('ready')
  expect(states).toContain('waiting')
  clock.wake()
  await clock.idle()
  expect(await statesOf(house)).toEqual(states)
})

eachDatabase(
  'stopped in the midst of a photograph, it leaves it to the next start, at no cost of a try, and alarms nobody',
  async (house) => {
    await hungImages(house, 1)
    const { pictures } = house.parts
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const derive: Parts['pictures']['derive'] = async (...given) => {
      begun.resolve()
      await stopped.promise
      return pictures.derive(...given)
    }
    const clock = await startClock({ ...house.parts, pictures: { ...pictures, derive } })
    await begun.promise
    const stopping = clock.stop()
    stopped.resolve()
    await stopping
    const left = await house.parts.db.selectFrom('photos').select(['state', 'tries']).executeTakeFirst()
    expect(left).toEqual({ state: 'waiting', tries: 0 })
    expect(house.logged.filter(({ level }) => level === 'error')).toEqual([])
  },
)

eachDatabase('of two sweeps that fail each is told, with what the system said', async (house) => {
  const refuse = (said: string) => () => Promise.reject(new FilesFailed(new Error(said)))
  const broken = {
    ...house.parts,
    uploads: { ...house.parts.uploads, sweep: refuse('EACCES: uploads') },
    files: { ...house.parts.files, list: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse('EIO: files') }) }) },
  }
  const clock = await startClock(broken)
  const told = () => house.logged.map(({ detail }) => detail.cause)
  await expect.poll(told).toEqual(expect.arrayContaining(['Error: EACCES: uploads', 'Error: EIO: files']))
  await clock.stop()
})

eachDatabase('what goes wrong is logged, and the clock goes on', async (house) => {
  await hungImages(house, 1)
  const { parts } = slow(house)
  const broken = { ...parts, uploads: { ...parts.uploads, sweep: () => Promise.reject(new Error('no folder')) } }
  const clock = await startClock(broken)
  await clock.idle()
  await clock.stop()
  expect(house.logged).toContainEqual({
    level: 'error',
    message: 'the clock stumbled',
    detail: { cause: 'Error: no folder' },
  })
  expect(await statesOf(house)).toEqual(['ready'])
})
