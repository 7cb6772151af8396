import type { Admin } from '#portfolio/account/as-admin.ts'
import { lockDraft } from '#portfolio/project/touch.ts'
import { done, refused, type Refusal, type Result } from '#portfolio/result.ts'
import { readTimeZone } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { parseLocalTime } from '#portfolio/local-time.ts'

/** How far ahead a publication can be scheduled, in years of 365 days. */
const maxScheduleYears = 10

/**
 * Schedules a draft for a local time of the studio, such as `2027-03-28T09:00`. `basePublishAt` is the time that the
 * admin saw, or empty: refuses (`newer`) if another admin has changed it since.
 */
export async function schedulePublication(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; localTime: string; basePublishAt: string },
): Promise<Result<{ publishAt: string }>> {
  const publishAt = parseLocalTime(input.localTime, await readTimeZone(unit.tx))
  const error = describeError(publishAt, unit.now)
  if (publishAt === null || error) return refused('wrong-value', error, { fields: { publishAt: error } })
  const draft = await lockDraft(unit, input.id, alreadyPublished)
  if (!draft.ok) return draft
  const theirs = await readPublishAt(unit, input.id)
  if (theirs === publishAt) return done({ publishAt })
  if (theirs !== input.basePublishAt) return timeChanged(publishAt, theirs)
  await setPublishAt(unit, input.id, publishAt)
  return done({ publishAt })
}

/** `basePublishAt` is as in `schedulePublication`. A draft without a schedule stays as it is. */
export async function cancelSchedule(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; basePublishAt: string },
): Promise<Result> {
  const draft = await lockDraft(unit, input.id, alreadyPublished)
  if (!draft.ok) return draft
  const theirs = await readPublishAt(unit, input.id)
  if (theirs === '') return done()
  if (theirs !== input.basePublishAt) return timeChanged('', theirs)
  await setPublishAt(unit, input.id, null)
  return done()
}

/** Empty for a draft without a schedule. */
async function readPublishAt({ tx }: UnitOfWork, id: string): Promise<string> {
  const draft = await tx.selectFrom('projects').select('publishAt').where('id', '=', id).executeTakeFirstOrThrow()
  return draft.publishAt ?? ''
}

function timeChanged(yours: string, theirs: string): Refusal {
  return refused('newer', 'Someone changed the time in the meantime.', { conflict: { yours, theirs } })
}

/** Empty for a time that can be scheduled. */
function describeError(publishAt: string | null, now: string): string {
  if (publishAt === null) return 'Please choose a date and a time.'
  if (publishAt <= now) return 'This time has passed. Please choose a later one, or publish the project now.'
  const ms = Date.parse(publishAt) - Date.parse(now)
  return ms > maxScheduleYears * 365 * 24 * 60 * 60_000
    ? `Please choose a time in the next ${maxScheduleYears} years.`
    : ''
}

const alreadyPublished = refused('newer', 'The project has been published in the meantime.')

async function setPublishAt(unit: UnitOfWork, id: string, publishAt: string | null): Promise<void> {
  await unit.tx.updateTable('projects').set({ publishAt }).where('id', '=', id).execute()
  unit.publish({ about: 'project', id, audience: 'admins' })
  unit.publish({ about: 'work', audience: 'admins' })
  unit.wakeJobs()
}
