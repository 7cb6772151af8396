import { href } from 'react-router'
import type { TextReference } from '#portfolio/history/history.ts'
import { factKeyName } from '#app/admin/edit-text/fact-key-names.ts'
import { studioTextNames } from '#app/admin/edit-text/studio-text-names.ts'

/** The name of a text within a sentence, such as `landing words`. */
export function historyNameOf(text: TextReference): string {
  if (text.kind === 'fact') return factKeyName(text.field)
  return text.kind === 'studio' ? studioTextNames[text.field] : text.field
}

/** The URL of the page on which the text is edited. */
export function pageUrlOf(text: TextReference): string {
  if (text.kind === 'project' || text.kind === 'fact') return href('/projects/:slug', { slug: text.id })
  if (text.kind === 'value') return href('/values')
  switch (text.field) {
    case 'designerName':
    case 'biography':
      return href('/about')
    case 'studioName':
    case 'landingWords':
      return href('/')
    case 'city':
    case 'phone':
    case 'email':
      return href('/contact')
    case 'privacyParagraph':
      return href('/privacy')
    case 'searchDescription':
    case 'country':
    case 'timeZone':
      return href('/studio')
  }
}
