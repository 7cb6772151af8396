import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

interface ProjectRow {
  readonly id: string
  readonly name: string
}

/** A slug for each project, and a table for those that it had before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const strict = db.getExecutor().adapter instanceof SqliteAdapter ? ' strict' : ''
  await sql`alter table "projects" add column "slug" text`.execute(db)
  const projects = await sql<ProjectRow>`select "id", "name" from "projects"
    order by case when "deletedAt" is null then 0 else 1 end, "createdAt", "id"`.execute(db)
  const taken = new Set<string>()
  for (const { id, name } of projects.rows) {
    const slug = firstFreeSlug(slugOfName(name), (one) => taken.has(one))
    taken.add(slug)
    await sql`update "projects" set "slug" = ${slug} where "id" = ${id}`.execute(db)
  }
  await sql`create unique index "projectSlugs" on "projects" ("slug")`.execute(db)
  const reference = `text not null references "projects" ("id") on delete cascade`
  await sql
    .raw(`create table "formerSlugs" ("slug" text primary key not null, "projectId" ${reference})${strict}`)
    .execute(db)
  await sql`create index "formerSlugsOfProject" on "formerSlugs" ("projectId")`.execute(db)
}

// The slugs of `portfolio/project-address/slug.ts` at the time of this migration.
const maxLength = 80
const reservedSlugs = ['all', 'create', 'edit', 'index', 'new', 'private']
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const transliterations = new Map(
  [
    'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ŋ ng',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh',
    'щ shch ъ - ы y ь - э e ю yu я ya є ye і i ґ g ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz',
  ].flatMap((list) => [...list.matchAll(/(\S) (\S+)/g)].map(([, letter = '', text = '']) => [letter, text] as const)),
)

function slugOf(text: string): string {
  const letters = text.toLowerCase().normalize('NFKD').toLowerCase().replace(/['’]/g, '')
  const ascii = [...letters].map((letter) => {
    const replacement = transliterations.get(letter)
    return replacement === '-' ? '' : (replacement ?? letter)
  })
  return (
    ascii
      .join('')
      // Accents of Latin, Greek and Cyrillic letters; the marks of other scripts are part of their words.
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
  )
}

function slugOfName(name: string): string {
  const slug = shorten(slugOf(name), maxLength)
  return slug && !reservedSlugs.includes(slug) && !uuid.test(slug)
    ? slug
    : `project${slug && `-${shorten(slug, maxLength - 8)}`}`
}

function firstFreeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1, free = slug; ; free = withNumber(slug, ++number)) if (!isTaken(free)) return free
}

function withNumber(slug: string, number: number): string {
  return `${shorten(slug, maxLength - `-${number}`.length)}-${number}`
}

function shorten(slug: string, length: number): string {
  const letters = [...slug]
  if (letters.length <= length) return slug
  const cut = letters.slice(0, length).join('')
  // Cut at the end of a word, unless that leaves less than half.
  const end = letters[length] === '-' ? cut.length : cut.lastIndexOf('-')
  return (end > length / 2 ? cut.slice(0, end) : cut).replace(/-$/, '')
}
