import type { Admin } from '#portfolio/account/as-admin.ts'
import { adminRole } from '#portfolio/account/account.ts'
import type { Ports } from '#portfolio/ports.ts'
import { otherAccountsPerPage, type ListedPerson, type OpenInvitation, type People } from './people.ts'

/** The accounts, and the invitations that are open at `now`. `before` is `next` of the previous page, or empty. */
export async function listPeople(
  db: Ports['db'],
  _: Admin,
  { now, before }: { readonly now: Date; readonly before: string },
): Promise<People> {
  const people = await selectAccounts(db)
    .where((eb) => eb.or([eb('isAdmin', '=', 1), eb('isInvited', '=', 1)]))
    .orderBy('isAdmin', 'desc')
    .orderBy('email')
    .execute()
  const others = selectAccounts(db).where('isAdmin', '=', 0).where('isInvited', '=', 0)
  const { count } = await others
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const [createdAt = '', userId = ''] = before.split('_')
  const rows = await others
    .$if(before !== '', (query) =>
      query.where((eb) =>
        eb.or([eb('createdAt', '<', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('userId', '<', userId)])]),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('userId', 'desc')
    .limit(otherAccountsPerPage + 1)
    .execute()
  const shown = rows.slice(0, otherAccountsPerPage)
  const last = shown.at(-1)
  return {
    people: people.map(personOf),
    others: shown.map(personOf),
    otherCount: Number(count),
    next: last && rows.length > shown.length ? `${last.createdAt}_${last.userId}` : null,
    invitations: await listInvitations(db, now),
  }
}

function selectAccounts(db: Ports['db']) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('authUser')
        .leftJoin('users', 'users.id', 'authUser.id')
        .select((eb) => [
          'authUser.id as userId',
          'authUser.email',
          'authUser.createdAt',
          eb.case().when('users.role', '=', adminRole).then(1).else(0).end().as('isAdmin'),
          eb
            .case()
            .when(
              eb.exists(
                eb
                  .selectFrom('oneTimeLinks')
                  .select('oneTimeLinks.id')
                  .whereRef('oneTimeLinks.userId', '=', 'authUser.id')
                  .where('purpose', '=', 'invitation'),
              ),
            )
            .then(1)
            .else(0)
            .end()
            .as('isInvited'),
        ])
        .as('accounts'),
    )
    .selectAll()
}

function listInvitations(db: Ports['db'], now: Date): Promise<OpenInvitation[]> {
  return db
    .selectFrom('oneTimeLinks')
    .select(['id', 'email', 'expiresAt'])
    .where('purpose', '=', 'invitation')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
}

function personOf(row: Omit<ListedPerson, 'isAdmin' | 'isInvited'> & { isAdmin: number; isInvited: number }) {
  return { ...row, isAdmin: row.isAdmin === 1, isInvited: row.isInvited === 1 }
}
