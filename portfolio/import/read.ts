import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'

/** Whether the list has projects that are not from this import. If so, imported ones are added at its end. */
export async function hasOtherProjects(db: Ports['db'], _: Admin, importKey: string): Promise<boolean> {
  const other = await db
    .selectFrom('projects')
    .select('id')
    .where('deletedAt', 'is', null)
    .where(({ eb, or }) => or([eb('requestId', 'is', null), eb('requestId', 'not like', `${importKey}:%`)]))
    .executeTakeFirst()
  return other !== undefined
}
