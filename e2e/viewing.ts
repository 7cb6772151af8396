import { expect, type Locator } from '@playwright/test'
import type { Visitor } from './people.ts'
import { imagesOf, pathOf } from './rows.ts'

/** The project whose images are looked at: three of them, all landscape. */
export const project = 'Low Line'

export const viewer = (person: Visitor): Locator => person.page.getByRole('dialog')

export const control = (person: Visitor, name: string): Locator =>
  viewer(person).getByRole('button', { name, exact: true })

/** The thumbnail of an image in the gallery, from 1. */
export const image = (person: Visitor, number: number): Locator =>
  person.main.getByRole('button', { name: imagesOf(person.site, project)[number - 1]?.alt ?? '', exact: true })

/** The picture that the viewer shows large. */
export const picture = (person: Visitor): Locator => viewer(person).locator('[data-offset="0"] picture img')

/** The address of the viewer at an image, from 1. */
export function addressOf(person: Visitor, number: number): string {
  return `${pathOf(person.site, project)}?image=${imagesOf(person.site, project)[number - 1]?.id ?? ''}`
}

/** The viewer shows this image, or at least so much of it: picture, counter, caption and address agree. */
export async function sees(person: Visitor, number: number, ratio = 0.9): Promise<void> {
  const images = imagesOf(person.site, project)
  const alt = images[number - 1]?.alt ?? ''
  await expect(viewer(person).getByText(`Image ${number} of ${images.length}`, { exact: true })).toBeAttached()
  await expect(viewer(person).getByText(alt, { exact: true })).toBeVisible()
  await expect(viewer(person).getByRole('img', { name: alt, exact: true })).toBeInViewport({ ratio })
  await person.isAt(addressOf(person, number))
}

export async function isClosed(person: Visitor): Promise<void> {
  await expect(viewer(person)).toHaveCount(0)
  await person.isAt(pathOf(person.site, project))
}

export async function opensImage(person: Visitor, number: number): Promise<void> {
  await person.opensProject(project)
  await image(person, number).click()
  await sees(person, number)
}

/** Where the large picture lies on the screen, once it has come to rest, and how large it is in the file. */
export async function lies(person: Visitor) {
  return picture(person).evaluate(async (image: HTMLImageElement) => {
    const frame = image.closest<HTMLElement>('[data-offset] > *')
    const stage = image.closest<HTMLElement>('dialog > div')
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(frame?.getAnimations().map((animation) => animation.finished) ?? [])
    const [box, around] = [image.getBoundingClientRect(), stage?.getBoundingClientRect()]
    const listed = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
    return {
      left: box.left,
      right: box.right,
      top: box.top,
      bottom: box.bottom,
      width: box.width,
      height: box.height,
      /** How many times as large as it fits. */
      scale: box.width / (frame?.offsetWidth ?? Number.NaN),
      /** How many pixels of the screen one pixel of its largest file takes. */
      pixelByPixel: (box.width * devicePixelRatio) / Math.max(...listed),
      stage: { left: around?.left, right: around?.right, top: around?.top, bottom: around?.bottom },
    }
  })
}

/** The picture is whole, and may be swiped away. */
export async function isWhole(person: Visitor): Promise<void> {
  await expect.poll(async () => (await lies(person)).scale).toBeCloseTo(1, 3)
}

/** Each pixel of the largest file is a pixel of the screen. */
export async function isPixelByPixel(person: Visitor): Promise<void> {
  await expect.poll(async () => (await lies(person)).pixelByPixel).toBeCloseTo(1, 2)
}
