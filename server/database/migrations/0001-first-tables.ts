import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const whole = isSqlite(db) ? 'integer' : 'int8'
  const real = isSqlite(db) ? 'real' : 'float8'

  await create(
    db,
    'projects',
    `
    "id" text primary key,
    "name" text not null,
    "details" text not null,
    "comments" text not null default '[]',
    "position" ${whole} not null,
    "nameVersion" ${whole} not null default 1,
    "detailsVersion" ${whole} not null default 1,
    "requestId" text unique,
    "createdAt" text not null,
    "changedAt" text not null,
    "deletedAt" text`,
  )
  await sql`create index "projectsInOrder" on "projects" ("position", "createdAt", "id")
    where "deletedAt" is null`.execute(db)

  await create(
    db,
    'photos',
    `
    "id" text primary key,
    "projectId" text references "projects" ("id") on delete cascade,
    "place" text not null check ("place" in ('cover', 'gallery', 'hero', 'portrait')),
    "position" ${whole} not null default 0,
    "storageKey" text not null unique,
    "bytes" ${whole} not null,
    "sha256" text not null,
    "width" ${whole} not null check ("width" > 0),
    "height" ${whole} not null check ("height" > 0),
    "colour" text not null,
    "alt" text not null default '',
    "focalX" ${real} not null default 0.5 check ("focalX" between 0 and 1),
    "focalY" ${real} not null default 0.5 check ("focalY" between 0 and 1),
    "state" text not null default 'waiting' check ("state" in ('waiting', 'ready', 'failed')),
    "tries" ${whole} not null default 0,
    "dueAt" text not null,
    "uploadId" text unique,
    "createdAt" text not null,
    "deletedAt" text,
    check (("projectId" is null) = ("place" in ('hero', 'portrait')))`,
  )
  await sql`create index "photosOfProject" on "photos" ("projectId", "position") where "deletedAt" is null`.execute(db)
  await sql`create index "photosToMake" on "photos" ("dueAt") where "state" = 'waiting'`.execute(db)
  await sql`create unique index "oneCover" on "photos" ("projectId")
    where "place" = 'cover' and "deletedAt" is null`.execute(db)

  await create(
    db,
    'users',
    `
    "id" text primary key,
    "role" text,
    "online" ${whole} not null default 0 check ("online" in (0, 1))`,
  )

  await create(
    db,
    'contactSubmissions',
    `
    "id" text primary key,
    "firstName" text not null,
    "lastName" text not null,
    "email" text not null,
    "subject" text not null,
    "message" text not null,
    "createdAt" text not null`,
  )

  await create(db, 'studio', `"id" ${whole} primary key check ("id" = 1), "words" text not null`)

  await createAuthTables(db, whole)
}

async function createAuthTables(db: Kysely<unknown>, whole: string): Promise<void> {
  await create(
    db,
    'authUser',
    `
    "id" text primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" ${whole} not null default 0,
    "image" text,
    "createdAt" text not null,
    "updatedAt" text not null`,
  )
  await create(
    db,
    'authSession',
    `
    "id" text primary key,
    "userId" text not null references "authUser" ("id") on delete cascade,
    "token" text not null unique,
    "expiresAt" text not null,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" text not null,
    "updatedAt" text not null`,
  )
  await sql`create index "sessionsOfUser" on "authSession" ("userId")`.execute(db)
  await create(
    db,
    'authAccount',
    `
    "id" text primary key,
    "userId" text not null references "authUser" ("id") on delete cascade,
    "accountId" text not null,
    "providerId" text not null,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" text,
    "refreshTokenExpiresAt" text,
    "scope" text,
    "password" text,
    "createdAt" text not null,
    "updatedAt" text not null`,
  )
  await sql`create index "accountsOfUser" on "authAccount" ("userId")`.execute(db)
  await create(
    db,
    'authVerification',
    `
    "id" text primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" text not null,
    "createdAt" text not null,
    "updatedAt" text not null`,
  )
}

// STRICT makes SQLite check types as PostgreSQL does.
async function create(db: Kysely<unknown>, table: string, columns: string): Promise<void> {
  await sql.raw(`create table "${table}" (${columns})${isSqlite(db) ? ' strict' : ''}`).execute(db)
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
