import type { Admin } from '#portfolio/account/as-admin.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { countryName, isCurrentCountry } from './country.ts'
import type { StudioText } from './text-limits.ts'
import { studioTextSchemas } from './text-schemas.ts'

/** Saves a text based on `version` (0: never saved); refuses with both texts (`newer`) if there is a newer version. */
export async function editStudioText(
  unit: UnitOfWork,
  admin: Admin,
  input: { field: StudioText; text: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const parsed = studioTextSchemas[input.field].safeParse(input.text)
  if (!parsed.success) return refuseFields(parsed.error, input.field)
  const former = await findText(unit, input.field)
  const saved = await saveText(unit, input, parsed.data)
  if (!saved) return refuseStale(unit, input.field, parsed.data)
  const version = { version: saved.version, text: parsed.data, former: former?.text ?? null }
  await recordVersion(unit, admin, { kind: 'studio', field: input.field }, version)
  unit.publish({ about: 'studio' })
  return done(saved)
}

async function saveText(
  unit: UnitOfWork,
  { field, version }: { field: StudioText; version: number },
  text: string,
): Promise<{ version: number } | undefined> {
  if (version === 0) {
    return unit.tx
      .insertInto('studioTexts')
      .values({ key: field, text, version: 1 })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('version')
      .executeTakeFirst()
  }
  return unit.tx
    .updateTable('studioTexts')
    .set((eb) => ({ text, version: eb('version', '+', 1) }))
    .where('key', '=', field)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
}

async function findText({ tx }: UnitOfWork, field: StudioText) {
  return tx.selectFrom('studioTexts').select(['text', 'version']).where('key', '=', field).executeTakeFirst()
}

async function refuseStale(unit: UnitOfWork, field: StudioText, yours: string): Promise<Result<never>> {
  const current = await findText(unit, field)
  return refused('newer', 'Someone saved another version of this text in the meantime.', {
    conflict: { yours, theirs: current?.text ?? '', version: current?.version ?? 0 },
  })
}

/** The countries by current ISO 3166-1 code, and the stored one, ordered by their English names. */
export function listCountries(stored: string): [code: string, name: string][] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [string, string][] => {
      const name = countryName(code)
      return name && (code === stored || isCurrentCountry(code)) ? [[code, name]] : []
    })
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
}

export function listTimeZones(): [zone: string, name: string][] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, zone.replaceAll('_', ' ')])
}
