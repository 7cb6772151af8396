import { iconPath } from '#portfolio/logo/logo.ts'

/** The icons in the head of every page: those of the logo, or else the default ones. For loaders only. */
export function iconLinks(logoId: string | null) {
  if (logoId === null)
    return [
      { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/icons/touch-180.png' },
    ]
  return [
    { rel: 'icon', href: iconPath(logoId, 'icon-32.png'), sizes: '32x32', type: 'image/png' },
    { rel: 'icon', href: iconPath(logoId, 'icon-48.png'), sizes: '48x48', type: 'image/png' },
    { rel: 'icon', href: iconPath(logoId, 'icon-192.png'), sizes: '192x192', type: 'image/png' },
    { rel: 'apple-touch-icon', href: iconPath(logoId, 'touch-180.png') },
  ]
}
