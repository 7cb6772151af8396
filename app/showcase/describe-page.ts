import type { MetaDescriptor } from 'react-router'
import { addressOf, type Photograph } from '#portfolio/photo/photo.ts'

interface Described {
  /** What the page is called; the landing page goes by the studio's name alone. */
  title?: string
  description: string
  /** The path in its canonical form: lower case, no slash at the end. None for what is not there. */
  path?: string
  /** A picture that stands for the page where it is shared. */
  photo?: Photograph | null
  /** What the root has read; absent when even that failed. */
  house: { readonly origin: string; readonly studio: { readonly name: string } } | undefined
}

/** Title, description, canonical link and how the page looks where it is shared. */
export function describePage({ title, description, path, photo, house }: Described): MetaDescriptor[] {
  const name = house?.studio.name ?? ''
  const whole = [title, name].filter(Boolean).join(' — ')
  const tags: MetaDescriptor[] = [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: title ?? name },
    { property: 'og:description', content: description },
  ]
  if (path !== undefined) {
    const address = `${house?.origin ?? ''}${path}`
    tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address })
  }
  if (photo?.ready && house) {
    tags.push(
      { property: 'og:image', content: `${house.origin}${addressOf(photo)}` },
      { property: 'og:image:alt', content: photo.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
    )
  }
  return tags
}
