import { expect, type Page } from '@playwright/test'

/** One thing that a page tells machines about: its type and its properties. */
export type Thing = Readonly<Record<string, unknown>>

/**
 * What schema.org knows of the types in use, and what those who read them ask for: Google's documentation of
 * breadcrumbs, local businesses, image metadata, profile pages and lists. A property that is in neither list is a fault.
 */
const types: Record<string, { must: readonly string[]; may: readonly string[] }> = {
  WebPage: {
    must: ['url', 'name', 'isPartOf', 'inLanguage'],
    may: ['description', 'mainEntity', 'primaryImageOfPage'],
  },
  WebSite: { must: ['url', 'name', 'publisher'], may: ['inLanguage'] },
  Organization: { must: ['name', 'url'], may: ['description', 'logo', 'image', 'telephone', 'email', 'sameAs'] },
  ProfessionalService: {
    must: ['name', 'address', 'url', 'telephone', 'image'],
    may: ['description', 'logo', 'email', 'sameAs'],
  },
  PostalAddress: { must: ['addressLocality', 'addressCountry'], may: [] },
  Person: { must: ['name', 'url', 'jobTitle', 'worksFor', 'image'], may: [] },
  CreativeWork: {
    must: ['name', 'url', 'text', 'creator', 'image', 'thumbnailUrl'],
    may: ['inLanguage', 'mainEntityOfPage'],
  },
  ImageObject: { must: ['contentUrl', 'creator', 'creditText', 'caption'], may: ['url'] },
  BreadcrumbList: { must: ['itemListElement'], may: [] },
  ItemList: { must: ['itemListElement', 'numberOfItems'], may: [] },
  ListItem: { must: ['position', 'name'], may: ['item', 'url'] },
}
const pages = ['AboutPage', 'CollectionPage', 'ContactPage']
const addresses = ['url', 'item', 'contentUrl', 'thumbnailUrl', 'logo']

/** What the page tells machines: parsed, and held against what schema.org demands of the types. */
export async function thingsOn(page: Page, origin: string): Promise<Thing[]> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(scripts).toHaveLength(1)
  const told = JSON.parse(scripts[0] ?? '') as { '@context': unknown; '@graph': Thing[] }
  expect(told['@context']).toBe('https://schema.org')
  const known = new Set(told['@graph'].map((thing) => thing['@id']))
  for (const thing of told['@graph']) check(thing, { origin, known })
  return told['@graph']
}

/** The first thing of this type. */
export function thingOf(things: readonly Thing[], type: string): Thing {
  const found = things.find((thing) => thing['@type'] === type)
  if (!found) throw new Error(`nothing here is a ${type}`)
  return found
}

function check(thing: Thing, site: { origin: string; known: ReadonlySet<unknown> }): void {
  const { '@type': type, '@id': id, ...properties } = thing
  if (type === undefined) {
    expect(Object.keys(properties), 'a mere reference').toEqual([])
    const page = typeof id === 'string' && new URL(id).hash === ''
    expect(page || site.known.has(id) || id === `${site.origin}/#studio`, `${String(id)} is told of`).toBe(true)
    return
  }
  const rules = types[pages.includes(String(type)) ? 'WebPage' : String(type)]
  if (!rules) throw new Error(`${String(type)} is not expected here`)
  for (const name of rules.must) expect(properties, `${String(type)} has ${name}`).toHaveProperty(name)
  for (const [name, value] of Object.entries(properties)) {
    expect([...rules.must, ...rules.may], `${String(type)}.${name}`).toContain(name)
    expect(value, `${String(type)}.${name} says something`).toBeTruthy()
    if (addresses.includes(name)) expect(String(value)).toMatch(new RegExp(`^${site.origin}/`))
    const inside = Array.isArray(value) ? value : [value]
    for (const one of inside) if (typeof one === 'object' && one !== null) check(one as Thing, site)
    if (name === 'itemListElement') {
      expect(inside.map((one: Thing) => one['position'])).toEqual(inside.map((_, at) => at + 1))
    }
  }
}
