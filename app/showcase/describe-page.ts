import type { MetaDescriptor } from 'react-router'
import { sharingAddress, sharingSize, type Photograph } from '#portfolio/photo/photo.ts'
import { beginningOf } from '#portfolio/project/project.ts'
import { graphOf, type House, type Thing } from './structured-data.ts'

interface Described {
  /** What the page is called. */
  title: string
  /** As long as one likes: what search engines show of it is cut at a word. */
  description: string
  /** The path in its canonical form: lower case, no slash at the end. None for what is not there. */
  path?: string
  /** A picture that stands for the page where it is shared. */
  photo?: Photograph | null
  /** For pages that nobody looks for: search engines are asked to leave it out. */
  unlisted?: boolean
  /** What the root has read; absent when even that failed. */
  house: House | undefined
  /** For pages that search engines should know: what kind of page, the pages on the way to it, what it is about. */
  told?: {
    kind: 'WebPage' | 'AboutPage' | 'CollectionPage' | 'ContactPage'
    trail?: readonly (readonly [name: string, path: string])[]
    thing?: (house: House) => Thing | null
  }
}

/** Title, description, canonical link, how the page looks where it is shared, and what it says to machines. */
export function describePage(described: Described): MetaDescriptor[] {
  const { title, description, path, photo = null, unlisted = false, house, told } = described
  const name = house?.name ?? ''
  const short = beginningOf(description)
  const tags: MetaDescriptor[] = [
    { title: [title, name].filter(Boolean).join(' — ') },
    { name: 'description', content: short },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: short },
  ]
  if (unlisted) tags.push({ name: 'robots', content: 'noindex' })
  if (!house) return tags
  if (photo?.ready) tags.push(...sharingTags(house, photo))
  if (path === undefined) return tags
  const address = house.origin + path
  tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address })
  if (told) {
    const { kind, trail = [], thing } = told
    const page = { kind, title, description: short, path, photo, trail, thing: thing?.(house) ?? null }
    tags.push({ 'script:ld+json': graphOf(house, page) })
  }
  return tags
}

function sharingTags({ origin }: House, photo: Photograph): MetaDescriptor[] {
  return [
    { property: 'og:image', content: origin + sharingAddress(photo) },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(sharingSize.width) },
    { property: 'og:image:height', content: String(sharingSize.height) },
    ...(photo.alt ? [{ property: 'og:image:alt', content: photo.alt }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
