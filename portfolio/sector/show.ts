import type { Ports } from '#portfolio/ports.ts'
import type { Sector } from './sector.ts'

export async function listSectors({ db }: Pick<Ports, 'db'>): Promise<Sector[]> {
  const rows = await db.selectFrom('sectors').select(['id', 'name', 'version']).where('deletedAt', 'is', null).execute()
  // Not sorted by the database, because SQLite and PostgreSQL order capitals and accents differently.
  return rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}
