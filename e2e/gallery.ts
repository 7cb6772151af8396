import type { Locator } from '@playwright/test'
import type { Visitor } from './people.ts'

/** The images of the project that somebody sees. */
export function galleryOf({ main }: Visitor): Locator {
  return main.getByRole('region', { name: 'Images', exact: true })
}

/** The image in this slot of the gallery, from 1. */
export function imageAt(someone: Visitor, slot: number): Locator {
  return galleryOf(someone)
    .getByRole('listitem')
    .nth(slot - 1)
}

/** What the images are called, in their order. */
export function imageNames(someone: Visitor): Promise<string[]> {
  return galleryOf(someone)
    .getByRole('listitem')
    .locator('> button:first-child')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
}
