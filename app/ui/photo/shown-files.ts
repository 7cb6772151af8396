import { cropArea } from '#portfolio/derivative/proportions.ts'

/** The file that last showed each photo in this tab, by photo id. */
const shownFiles = new Map<string, { href: string; crop: string | null }>()

/** `/photos/{id}/{recipe}/{file}`, such as `875-p3.avif`; a crop has its name before the file: `…/{crop}/{file}`. */
const filePath = /\/photos\/([^/]+)\/[^/]+\/(?:([^/]+)\/)?[^/]+$/

/** Call this when the image has loaded. */
export function rememberShownFile({ currentSrc }: HTMLImageElement): void {
  const [, id, crop = null] = filePath.exec(currentSrc) ?? []
  if (id) shownFiles.set(id, { href: currentSrc, crop })
}

/**
 * Covers the placeholder of a loading image with the file that last showed the same photo, at that file's exact
 * position in the photo: on a project page, for example, the picture from the project's card. Returns a function that
 * removes it.
 */
export function showEarlierFile(image: HTMLImageElement): () => void {
  const [, id = ''] = filePath.exec(image.src) ?? []
  const file = shownFiles.get(id)
  const placeholder = image.parentElement?.previousElementSibling
  if (!file || !(placeholder instanceof SVGSVGElement)) return () => {}
  const [width, height] = ['width', 'height'].map((name) => Number(image.getAttribute(name)))
  const photo = { width: width ?? 0, height: height ?? 0 }
  const { left, top, ...size } = file.crop ? cropArea(photo, file.crop) : { left: 0, top: 0, ...photo }
  const earlier = document.createElementNS('http://www.w3.org/2000/svg', 'image')
  const attributes = { href: file.href, x: left, y: top, ...size, preserveAspectRatio: 'none' }
  for (const [name, value] of Object.entries(attributes)) earlier.setAttribute(name, String(value))
  placeholder.append(earlier)
  return () => earlier.remove()
}
