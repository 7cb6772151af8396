import type { MetaDescriptor } from 'react-router'
import { openGraphImagePath } from '#portfolio/open-graph-image/open-graph-image-url.ts'
import { openGraphImageSize } from '#portfolio/open-graph-image/open-graph-image-size.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { excerptOf } from '#portfolio/excerpt.ts'
import { pageGraph, type Breadcrumb, type PageType, type Site, type Subject } from './structured-data.ts'

interface PageDescription {
  title: string
  /** Can have any length; shortened for search engines. */
  description: string
  /** The canonical path: lower case, no trailing slash. Omitted if there is no canonical link, as for an error. */
  path?: string
  /** The preview image of a shared link. */
  photo?: PhotoView | null
  noindex?: boolean
  /** From the root loader; `undefined` if that failed. */
  site: Site | undefined
  /** Schema.org data; `breadcrumbs` are the pages between the landing page and this one. */
  structuredData?: {
    type: PageType
    breadcrumbs?: readonly Breadcrumb[]
    subject?: Subject | null | undefined
  }
}

const isSentToCrawlers = import.meta.env.SSR || import.meta.env.DEV

export function pageMeta({ site, ...described }: PageDescription): MetaDescriptor[] {
  const page: Omit<PageDescription, 'site'> = site?.openingSoon ?? described
  const { title, description, path, photo = null, structuredData } = page
  const noindex = page.noindex || site?.noindex
  const name = site?.name ?? ''
  const excerpt = excerptOf(description)
  const tags: MetaDescriptor[] = [
    { title: [title, name].filter(Boolean).join(' — ') },
    { name: 'description', content: excerpt },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: excerpt },
  ]
  if (noindex) tags.push({ name: 'robots', content: 'noindex' })
  if (!site) return tags
  if (photo?.ready) tags.push(...openGraphImageTags(site, photo))
  if (path === undefined) return tags
  const url = site.origin + path
  tags.push({ tagName: 'link', rel: 'canonical', href: url }, { property: 'og:url', content: url })
  if (structuredData) {
    const { type, breadcrumbs = [], subject = null } = structuredData
    const graphPage = { type, title, description: excerpt, path, photo, breadcrumbs, subject }
    // Search engines read the page that the server sent. The browser keeps that element until the next navigation; then
    // it contains only the page's id, so that visitors do not download the code.
    tags.push({ 'script:ld+json': isSentToCrawlers ? pageGraph(site, graphPage) : { '@id': url } })
  }
  return tags
}

function openGraphImageTags({ origin }: Site, photo: PhotoView): MetaDescriptor[] {
  return [
    { property: 'og:image', content: origin + openGraphImagePath(photo) },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(openGraphImageSize.width) },
    { property: 'og:image:height', content: String(openGraphImageSize.height) },
    ...(photo.alt ? [{ property: 'og:image:alt', content: photo.alt }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
