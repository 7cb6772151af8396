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
    .where((of) => of.or([of('isAdmin', '=', 1), of('isInvited', '=', 1)]))
    .orderBy('isAdmin', 'desc')
    .orderBy('email')
    .execute()
  const others = selectAccounts(db).where('isAdmin', '=', 0).where('isInvited', '=', 0)
  const { count } = await others
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const [createdAt = '', userId = ''] = before.split('_')
  const rows = await others
    .$if(before !== '', (query) =>
      query.where((of) =>
        of.or([of('createdAt', '<', createdAt), of.and([of('createdAt', '=', createdAt), of('userId', '<', userId)])]),
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
    .selectFrom((of) =>
      of
        .selectFrom('authUser')
        .leftJoin('users', 'users.id', 'authUser.id')
        .select((of) => [
          'authUser.id as userId',
          'authUser.email',
          'authUser.createdAt',
          of.case().when('users.role', '=', adminRole).then(1).else(0).end().as('isAdmin'),
          of
            .case()
            .when(
              of.exists(
                of
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
