import { sql } from 'kysely'
import { adminRole } from '#portfolio/account/account.ts'
import type { Ports } from '#portfolio/ports.ts'
import { findStudioPhotos } from '#portfolio/photo/show.ts'
import { labelOf, type SocialLink } from '#portfolio/social-link/social-link.ts'
import { logoQuery } from '#portfolio/logo/show.ts'
import { setupScreens, type SiteSummary } from '#portfolio/setup/setup.ts'
import { defaultTimeZone } from '#portfolio/format-time.ts'
import { parseContrastMap } from '#portfolio/derivative/contrast-map.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { countryName } from './country.ts'
import type { HeroTexts } from './hero-layout.ts'
import { heroScrims, type HeroScrims } from './hero-scrims.ts'
import type { Studio, StudioTexts } from './studio.ts'
import { studioTextLimits, type StudioText } from './text-limits.ts'

export async function showStudio({ db }: Pick<Ports, 'db'>): Promise<Studio> {
  const [texts, photos] = await Promise.all([readTextsAndLinks(db), findStudioPhotos(db)])
  return { ...texts, ...photos }
}

export function showStudioPhotos({ db }: Pick<Ports, 'db'>): Promise<Pick<Studio, 'hero' | 'portrait'>> {
  return findStudioPhotos(db)
}

/** The scrims over the hero for each shape of the window; `null` until its contrast is measured. */
export async function showHeroScrims(
  { db }: Pick<Ports, 'db'>,
  hero: PhotoView,
  theme: 'light' | 'dark',
  texts: HeroTexts,
): Promise<HeroScrims[] | null> {
  const row = await db.selectFrom('photos').select('contrastMap').where('id', '=', hero.originalId).executeTakeFirst()
  const map = parseContrastMap(row?.contrastMap ?? '')
  return map && heroScrims(hero, map, theme, texts)
}

export async function showSiteSummary({ db }: Pick<Ports, 'db'>): Promise<SiteSummary> {
  // One row for each social link, or a single row if there is none.
  const rows = await db
    .selectFrom(selectSummary(db).as('summary'))
    .leftJoin('studioLinks', (join) => join.on('studioLinks.deletedAt', 'is', null))
    .selectAll('summary')
    .select(['studioLinks.id as linkId', 'href', 'label'])
    .orderBy('studioLinks.position')
    .execute()
  const [row] = rows
  if (!row) throw new Error('the summary query returned no row')
  const visibility = row.visibility ?? 'open'
  return {
    name: row.studioName || row.designerName || emptySiteSummary.name,
    contact: {
      address: [row.city, countryName(row.country ?? '')].filter(Boolean).join(', '),
      phone: row.phone ?? '',
      email: row.email ?? '',
      links: rows.flatMap(({ linkId: id, href, label }) =>
        id === null || href === null ? [] : [{ id, href, label: labelOf({ href, label: label ?? '' }) }],
      ),
    },
    city: row.city ?? '',
    timeZone: row.timeZone || defaultTimeZone,
    logo: row.logo,
    hasAbout: Boolean(row.designerName || row.biography || row.portrait),
    hasValues: row.value !== null,
    visibility: visibility === 'open' && row.admin === null ? 'unlisted' : visibility,
    remainingScreens: setupScreens.filter((_, index) => row.remainingScreens?.[index] === '1'),
  }
}

function selectSummary(db: Ports['db']) {
  return db.selectNoFrom((eb) => {
    const text = (key: StudioText) => eb.selectFrom('studioTexts').select('text').where('key', '=', key)
    return [
      text('studioName').as('studioName'),
      text('designerName').as('designerName'),
      text('city').as('city'),
      text('country').as('country'),
      text('phone').as('phone'),
      text('email').as('email'),
      text('timeZone').as('timeZone'),
      eb.selectFrom('studioTexts').select('key').where('key', '=', 'biography').where('text', '!=', '').as('biography'),
      eb
        .selectFrom('photos')
        .select('id')
        .where('projectId', 'is', null)
        .where('deletedAt', 'is', null)
        .where('place', '=', 'portrait')
        .limit(1)
        .as('portrait'),
      logoQuery(eb).as('logo'),
      eb
        .selectFrom('studioValues')
        .select('id')
        .where('deletedAt', 'is', null)
        .where('title', '!=', '')
        .limit(1)
        .as('value'),
      eb.selectFrom('users').select('id').where('role', '=', adminRole).limit(1).as('admin'),
      eb.selectFrom('siteSetup').select('visibility').as('visibility'),
      eb.selectFrom('siteSetup').select(setupLeftColumn).as('remainingScreens'),
    ]
  })
}

/** One character for each screen of the setup: 1 if it is left. */
const setupLeftColumn = sql<string>`"wordsLeft" || '' || "picturesLeft" || "samplesLeft" || "openingLeft"`.as('left')

/** The summary of a site without texts; shown while the database fails. */
export const emptySiteSummary: SiteSummary = {
  name: 'Interior Design Studio',
  contact: { address: '', phone: '', email: '', links: [] },
  city: '',
  timeZone: defaultTimeZone,
  logo: null,
  hasAbout: false,
  hasValues: false,
  visibility: 'open',
  remainingScreens: [],
}

/** The IANA name of the studio's time zone. */
export async function readTimeZone(db: Ports['db']): Promise<string> {
  const row = await db.selectFrom('studioTexts').select('text').where('key', '=', 'timeZone').executeTakeFirst()
  return row?.text || defaultTimeZone
}

/** Whether a text of the studio was ever saved. */
export async function isDescribed({ db }: Pick<Ports, 'db'>): Promise<boolean> {
  return (await db.selectFrom('studioTexts').select('key').limit(1).executeTakeFirst()) !== undefined
}

// Reads both in one query. `key` is the key of a text or the id of a link; only links have a `label`.
async function readTextsAndLinks(db: Ports['db']): Promise<Omit<Studio, 'hero' | 'portrait'>> {
  const links = db
    .selectFrom('studioLinks')
    .select((eb) => [eb.ref('id').$castTo<string>().as('key'), 'href as text', 'position as version', 'label'])
    .where('deletedAt', 'is', null)
  const rows = await db
    .selectFrom('studioTexts')
    .select((eb) => [
      eb.ref('key').$castTo<string>().as('key'),
      'text',
      'version',
      eb.cast<string | null>(eb.lit(null), 'text').as('label'),
    ])
    .unionAll(links)
    .execute()
  const texts = rows.filter((row) => row.label === null)
  const textOf = (key: StudioText) => texts.find((row) => row.key === key)?.text ?? ''
  const versionOf = (key: StudioText) => texts.find((row) => row.key === key)?.version ?? 0
  const keys = Object.keys(studioTextLimits) as StudioText[]
  return {
    ...(Object.fromEntries(keys.map((key) => [key, textOf(key)])) as StudioTexts),
    versions: Object.fromEntries(keys.map((key) => [key, versionOf(key)])) as Studio['versions'],
    links: rows
      .flatMap(({ key: id, text: href, version: position, label }) =>
        label === null ? [] : [{ id, href, position, label: labelOf({ href, label }) }],
      )
      .toSorted((a, b) => a.position - b.position)
      .map(({ position: _, ...link }): SocialLink => link),
  }
}
