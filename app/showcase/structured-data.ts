import type {
  BreadcrumbList,
  CreativeWork,
  ImageObject,
  ItemList,
  Organization,
  Person,
  WebPage,
  WebSite,
} from 'schema-dts'
import { addressOf, sharingAddress, type Photograph } from '#portfolio/photo/photo.ts'
import type { Project, ProjectCard } from '#portfolio/project/project.ts'
import type { Studio } from '#portfolio/studio/studio.ts'

// What pages say to machines, in the words of schema.org. The types check the words; React Router escapes the text.

/** Whose pages they are, and where. */
export interface House {
  readonly origin: string
  /** The studio's name. */
  readonly name: string
}

/** A page on the way here. */
type Step = readonly [name: string, path: string]

interface Told {
  readonly kind: 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage'
  readonly title: string
  readonly description: string
  readonly path: string
  readonly photo: Photograph | null
  /** Between the landing page and this one. */
  readonly trail: readonly Step[]
  /** What the page is about. */
  readonly thing: Thing | null
}

/** What a page may be about. */
export type Thing = ReturnType<typeof studioThing | typeof designerThing | typeof projectThing | typeof listThing>

/** A whole page: itself, the site that it is part of, the way to it, and what it is about. */
export function graphOf(house: House, { kind, title, description, path, photo, trail, thing }: Told) {
  const url = house.origin + path
  const page = {
    '@type': kind as 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: 'en-GB',
    isPartOf: { '@id': siteId(house) },
    ...(photo?.ready && { primaryImageOfPage: imageObject(house, photo) }),
    ...(thing && { mainEntity: { '@id': thing['@id'] } }),
  } satisfies WebPage
  const steps: readonly Step[] = [['Home', '/'], ...trail, [title, path]]
  const parts = [page, site(house), ...(path === '/' ? [] : [breadcrumbs(house, steps)]), ...(thing ? [thing] : [])]
  return { '@context': 'https://schema.org', '@graph': parts }
}

/** The studio: what it is, where, and how to reach it. */
export function studioThing(house: House, studio: Omit<Studio, 'biography' | 'values' | 'portrait'>) {
  const { name, summary, city, phone, email, social, hero } = studio
  return {
    // A place of business has a place.
    '@type': (city ? 'ProfessionalService' : 'Organization') as 'ProfessionalService',
    '@id': studioId(house),
    name,
    description: summary,
    url: `${house.origin}/`,
    logo: `${house.origin}/icons/mark-512.png`,
    ...(hero?.ready && { image: house.origin + sharingAddress(hero) }),
    ...(city && { address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'GB' } as const }),
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(social.href && { sameAs: [social.href] }),
  } satisfies Organization
}

/** The designer, by whose name the studio goes. */
export function designerThing(house: House, { portrait }: Pick<Studio, 'portrait'>) {
  return {
    '@type': 'Person',
    '@id': `${house.origin}/about#designer`,
    name: house.name,
    jobTitle: 'Interior designer',
    url: `${house.origin}/about`,
    worksFor: studioInShort(house),
    ...(portrait?.ready && { image: imageObject(house, portrait) }),
  } satisfies Person
}

/** A machine that wants all pictures of a large gallery finds them in the sitemap. */
const mostImages = 12

/** A project, with the first of its images. */
export function projectThing(house: House, path: string, { name, details, coverPhoto, images }: Project) {
  const shown = [coverPhoto, ...images].flatMap((photo) => (photo?.ready ? [photo] : [])).slice(0, mostImages)
  return {
    '@type': 'CreativeWork',
    '@id': `${house.origin}${path}#project`,
    name,
    text: details,
    url: house.origin + path,
    inLanguage: 'en-GB',
    creator: studioInShort(house),
    mainEntityOfPage: { '@id': house.origin + path },
    ...(shown.length > 0 && { image: shown.map((photo) => imageObject(house, photo)) }),
    ...(coverPhoto?.ready && { thumbnailUrl: house.origin + sharingAddress(coverPhoto) }),
  } satisfies CreativeWork
}

/** The list of projects, in its order. */
export function listThing(
  house: House,
  path: string,
  projects: readonly Pick<ProjectCard, 'id' | 'name'>[],
  pathOf: (project: { id: string }) => string,
) {
  return {
    '@type': 'ItemList',
    '@id': `${house.origin}${path}#projects`,
    numberOfItems: projects.length,
    itemListElement: projects.map((project, at) => ({
      '@type': 'ListItem' as const,
      position: at + 1,
      name: project.name,
      url: house.origin + pathOf(project),
    })),
  } satisfies ItemList
}

function breadcrumbs(house: House, steps: readonly Step[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], at) => ({
      '@type': 'ListItem' as const,
      position: at + 1,
      name,
      item: house.origin + path,
    })),
  } satisfies BreadcrumbList
}

function imageObject(house: House, photo: Photograph) {
  const address = house.origin + addressOf(photo)
  return {
    '@type': 'ImageObject',
    contentUrl: address,
    url: address,
    ...(photo.alt && { caption: photo.alt }),
    creator: studioInShort(house),
    creditText: house.name,
  } satisfies ImageObject
}

function site(house: House) {
  return {
    '@type': 'WebSite',
    '@id': siteId(house),
    url: `${house.origin}/`,
    name: house.name,
    inLanguage: 'en-GB',
    publisher: studioInShort(house),
  } satisfies WebSite
}

function studioInShort(house: House) {
  return { '@type': 'Organization', '@id': studioId(house), name: house.name, url: `${house.origin}/` } as const
}

const siteId = ({ origin }: House) => `${origin}/#site`
const studioId = ({ origin }: House) => `${origin}/#studio`
