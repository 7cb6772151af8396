import type { Admin } from '#portfolio/account/as-admin.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { readTimeZone } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { parseLocalTime } from '#portfolio/local-time.ts'

/** The longest time in advance, in years of 365 days. */
const maxScheduleYears = 10

/**
 * Publishes a draft at a local time of the studio, such as `2027-03-28T09:00`. `basePublishAt` is the time that the admin
 * saw, or empty: refuses (`newer`) if another admin has changed it since.
 */
export async function schedulePublication(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; localTime: string; basePublishAt: string },
): Promise<Result<{ publishAt: string }>> {
  const publishAt = parseLocalTime(input.localTime, await readTimeZone(unit.tx))
  const error = describeError(publishAt, unit.now)
  if (publishAt === null || error) return refused('wrong-value', error, { fields: { publishAt: error } })
  const draft = await lockDraft(unit, input.id)
  if (!draft.ok) return draft
  const theirs = draft.value.publishAt ?? ''
  if (theirs === publishAt) return done({ publishAt })
  if (theirs !== input.basePublishAt) {
    const conflict = { yours: publishAt, theirs }
    return refused('newer', 'Someone changed the time in the meantime.', { conflict })
  }
  await setPublishAt(unit, input.id, publishAt)
  return done({ publishAt })
}

/** Ends the schedule of a draft. A draft without one stays as it is. */
export async function cancelSchedule(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const draft = await lockDraft(unit, id)
  if (!draft.ok) return draft
  await setPublishAt(unit, id, null)
  return done()
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

async function lockDraft(unit: UnitOfWork, id: string): Promise<Result<{ publishAt: string | null }>> {
  const audience = await touchProject(unit, id)
  if (!audience) return projectNotFound
  if (audience === 'everyone') return refused('newer', 'The project has been published in the meantime.')
  return done(await unit.tx.selectFrom('projects').select('publishAt').where('id', '=', id).executeTakeFirstOrThrow())
}

async function setPublishAt(unit: UnitOfWork, id: string, publishAt: string | null): Promise<void> {
  await unit.tx.updateTable('projects').set({ publishAt }).where('id', '=', id).execute()
  unit.publish({ about: 'project', id, audience: 'admins' })
  unit.publish({ about: 'work', audience: 'admins' })
  unit.wakeJobs()
}
