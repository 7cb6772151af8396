import { href } from 'react-router'
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
import type { Fact, FactLine, FactName } from '#portfolio/fact/fact.ts'
import { fallbackOf } from '#portfolio/derivative/derivatives.ts'
import { openGraphImagePath } from '#portfolio/open-graph-image/open-graph-image-url.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Project, ProjectCard } from '#portfolio/project/project.ts'
import { generalDescription, type Studio } from '#portfolio/studio/studio.ts'

// Structured data for search engines (schema.org as JSON-LD). React Router escapes the text.

/** The part of the root loader data that pages need for search engines. */
export interface Site {
  readonly origin: string
  /** The studio's name. */
  readonly name: string
  /** The path of the logo's largest icon. */
  readonly logo?: string
  /** Asks search engines not to list any page. */
  readonly noindex?: boolean
  /** Describes the page that visitors of a closed site see. */
  readonly openingSoon?: { readonly title: string; readonly description: string }
}

export type PageType = 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage'

export type Breadcrumb = readonly [name: string, path: string]

interface Page {
  readonly type: PageType
  readonly title: string
  readonly description: string
  readonly path: string
  readonly photo: PhotoView | null
  /** Between the landing page and this one. */
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly subject: Subject | null
}

export type Subject =
  | { readonly studio: StudioFacts }
  | { readonly designer: DesignerFacts }
  | { readonly project: Project }
  | { readonly projects: readonly ListedProject[] }

type StudioFacts = Pick<Studio, 'searchDescription' | 'city' | 'country' | 'phone' | 'email' | 'links' | 'hero'>
type DesignerFacts = Pick<Studio, 'designerName' | 'portrait'>
type ListedProject = Pick<ProjectCard, 'slug' | 'name'>

/** A page, its website, breadcrumbs and subject, linked by their ids. */
export function pageGraph(site: Site, page: Page) {
  const { type, title, description, path, photo, subject } = page
  const mainEntity = subject && entityOf(site, path, subject)
  const url = site.origin + path
  const pageEntity = {
    '@type': type as 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: 'en-GB',
    isPartOf: { '@id': siteId(site) },
    ...(photo?.ready && { primaryImageOfPage: imageEntity(site, photo) }),
    ...(mainEntity && { mainEntity: { '@id': mainEntity['@id'] } }),
  } satisfies WebPage
  const breadcrumbs: readonly Breadcrumb[] = [['Home', href('/')], ...page.breadcrumbs, [title, path]]
  const entities = [
    pageEntity,
    websiteEntity(site),
    ...(path === href('/') ? [] : [breadcrumbListEntity(site, breadcrumbs)]),
    ...(mainEntity ? [mainEntity] : []),
  ]
  return { '@context': 'https://schema.org', '@graph': entities }
}

function entityOf(site: Site, path: string, subject: Subject) {
  if ('studio' in subject) return studioEntity(site, subject.studio)
  if ('designer' in subject) return designerEntity(site, subject.designer)
  if ('project' in subject) return projectEntity(site, path, subject.project)
  return projectListEntity(site, path, subject.projects)
}

export function studioEntity(site: Site, studio: StudioFacts) {
  const { searchDescription, city, country, phone, email, links, hero } = studio
  return {
    // ProfessionalService requires an address.
    '@type': (city ? 'ProfessionalService' : 'Organization') as 'ProfessionalService',
    '@id': studioId(site),
    name: site.name,
    description: searchDescription || generalDescription,
    url: `${site.origin}/`,
    ...(site.logo && { logo: site.origin + site.logo }),
    ...(hero?.ready && { image: site.origin + openGraphImagePath(hero) }),
    ...(city && {
      address: {
        '@type': 'PostalAddress',
        addressLocality: city,
        ...(country && { addressCountry: country }),
      } as const,
    }),
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(links.length > 0 && { sameAs: links.map((link) => link.href) }),
  } satisfies Organization
}

function designerEntity(site: Site, { designerName, portrait }: DesignerFacts) {
  return {
    '@type': 'Person',
    '@id': `${site.origin}/about#designer`,
    name: designerName,
    jobTitle: 'Interior designer',
    url: `${site.origin}/about`,
    worksFor: studioReference(site),
    ...(portrait?.ready && { image: imageEntity(site, portrait) }),
  } satisfies Person
}

/** Limits the size of the data; the sitemap lists all images. */
const maxImages = 12

function projectEntity(site: Site, path: string, { name, details, coverPhoto, images, facts }: Project) {
  const others = images.filter(({ id }) => id !== coverPhoto?.id)
  const photos = [coverPhoto, ...others].flatMap((photo) => (photo?.ready ? [photo] : [])).slice(0, maxImages)
  return {
    '@type': 'CreativeWork',
    '@id': `${site.origin}${path}#project`,
    name,
    text: details,
    url: site.origin + path,
    inLanguage: 'en-GB',
    creator: studioReference(site),
    mainEntityOfPage: { '@id': site.origin + path },
    ...(photos.length > 0 && { image: photos.map((photo) => imageEntity(site, photo)) }),
    ...(coverPhoto?.ready && { thumbnailUrl: site.origin + openGraphImagePath(coverPhoto) }),
    ...factProperties(facts),
  } satisfies CreativeWork
}

/** The facts that schema.org has a property for. It has none for the client and the scope. */
function factProperties(facts: readonly Fact[]) {
  const linesOf = (name: FactName) => facts.find((fact) => fact.name === name)?.lines ?? []
  const first = (name: FactName) => linesOf(name)[0]
  const area = first('area')?.area
  const [year, place, sector, testimonial] = [first('year'), first('place'), first('sector'), first('testimonial')]
  const [materials, credits, press] = [linesOf('materials'), linesOf('credits'), linesOf('press')]
  const about = [...press.map(pressEntity), ...(testimonial ? [testimonialEntity(testimonial)] : [])]
  return {
    ...(year && { dateCreated: year.text }),
    ...(place && { locationCreated: { '@type': 'Place', name: place.text } as const }),
    ...(sector && { genre: sector.text }),
    // The UN/CEFACT codes of square metres and square feet.
    ...(area && {
      size: {
        '@type': 'QuantitativeValue',
        value: area.value,
        unitCode: area.unit === 'm²' ? 'MTK' : 'FTK',
      } as const,
    }),
    ...(materials.length > 0 && { material: materials.map(({ text }) => text) }),
    ...(credits.length > 0 && { contributor: credits.map(contributorEntity) }),
    ...(about.length > 0 && { subjectOf: about }),
  } satisfies Partial<CreativeWorkProperties>
}

type CreativeWorkProperties = Exclude<CreativeWork, string>

function contributorEntity({ text, note }: FactLine) {
  return { ...creditedEntity(text), ...(note && { description: note }) }
}

/** A credit does not say whether it names a firm or a person, so both are described as an organization. */
function creditedEntity(name: string) {
  return { '@type': 'Organization' as const, name }
}

function pressEntity({ text, publication, date, link }: FactLine) {
  return {
    '@type': 'CreativeWork' as const,
    name: text,
    ...(publication && { publisher: { '@type': 'Organization' as const, name: publication } }),
    ...(date && { datePublished: date }),
    ...(link && { url: link }),
  }
}

/** Not a review: search engines require a rating and report a review of a `CreativeWork` as an error. */
function testimonialEntity({ text, note }: FactLine) {
  return { '@type': 'Quotation' as const, text, ...(note && { creditText: note }) }
}

function projectListEntity(site: Site, path: string, projects: readonly ListedProject[]) {
  return {
    '@type': 'ItemList',
    '@id': `${site.origin}${path}#projects`,
    numberOfItems: projects.length,
    itemListElement: projects.map((project, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name: project.name,
      url: site.origin + href('/projects/:slug', { slug: project.slug }),
    })),
  } satisfies ItemList
}

function breadcrumbListEntity(site: Site, breadcrumbs: readonly Breadcrumb[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(([name, path], index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: site.origin + path,
    })),
  } satisfies BreadcrumbList
}

function imageEntity(site: Site, photo: PhotoView) {
  const url = site.origin + fallbackOf(photo).src
  return {
    '@type': 'ImageObject',
    contentUrl: url,
    url,
    ...((photo.caption || photo.alt) && { caption: photo.caption || photo.alt }),
    ...(photo.credit
      ? { creator: creditedEntity(photo.credit), creditText: photo.credit }
      : { creator: studioReference(site), creditText: site.name }),
  } satisfies ImageObject
}

function websiteEntity(site: Site) {
  return {
    '@type': 'WebSite',
    '@id': siteId(site),
    url: `${site.origin}/`,
    name: site.name,
    inLanguage: 'en-GB',
    publisher: studioReference(site),
  } satisfies WebSite
}

function studioReference(site: Site) {
  return { '@type': 'Organization', '@id': studioId(site), name: site.name, url: `${site.origin}/` } as const
}

const siteId = ({ origin }: Site) => `${origin}/#site`
const studioId = ({ origin }: Site) => `${origin}/#studio`
