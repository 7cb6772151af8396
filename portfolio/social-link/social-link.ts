export interface SocialLink {
  readonly id: string
  readonly href: string
  /** The name of the network, or the host. */
  readonly label: string
}

/** `links` is a number; `href` is a length in UTF-16 code units, and `label` a length in code points. */
export const socialLinkLimits = { links: 20, href: 500, label: 60 } as const

/** Hosts of known networks, without `www.`, including their subdomains. */
const networks: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)linkedin\.com$/, 'LinkedIn'],
  [/(^|\.)(pinterest\.[a-z.]{2,6}|pin\.it)$/, 'Pinterest'],
  [/(^|\.)behance\.net$/, 'Behance'],
  [/(^|\.)houzz\.[a-z.]{2,6}$/, 'Houzz'],
  [/(^|\.)facebook\.com$/, 'Facebook'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)threads\.(net|com)$/, 'Threads'],
  [/(^|\.)bsky\.app$/, 'Bluesky'],
  [/(^|\.)(x|twitter)\.com$/, 'X'],
]

/** The name of a link: its label, or else its network, or else its host without `www.`; an invalid URL as it is. */
export function labelOf({ href, label }: { href: string; label: string }): string {
  if (label) return label
  if (!URL.canParse(href)) return href
  const host = new URL(href).hostname.replace(/^www\./, '')
  return networks.find(([pattern]) => pattern.test(host))?.[1] ?? host
}
