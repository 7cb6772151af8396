import { accounts } from '#tests/support/accounts.ts'
import type { Page } from './page.ts'

export async function logIn(page: Page): Promise<void> {
  await page.open('/login')
  await page.fill('E-mail', accounts.admin.email)
  await page.fill('Password', accounts.admin.password)
  await page.click('button', 'Log in')
  await page.waitForHeading('Work')
}

/** Edits a text, adds an image and moves it. */
export async function walkAsAdmin(page: Page, projectPath: string, imageFile: string): Promise<void> {
  await page.open(projectPath)
  await page.click('button', 'Edit details')
  await page.fill('Project Details', 'Oak and lime plaster.')
  await page.click('button', 'Save')
  await page.waitForText('Saved.')
  const count = await page.window.evaluate(() => document.querySelectorAll('[data-image]').length)
  await page.chooseFile('Choose Images', imageFile)
  await page.click('button', 'Add Images')
  await page.waitForText('1 image was added.')
  await page.waitFor('the new image', hasImages, count + 1)
  const added = await page.window.evaluate(imageAt, count)
  await page.click('button', `Move image ${count + 1} earlier`)
  await page.waitFor('the image to move', isImageAt, count - 1, added)
}

function hasImages(count: number): boolean {
  return document.querySelectorAll('[data-image]').length === count
}

/** The id of the image at this 0-based position. */
function imageAt(index: number): string {
  return document.querySelectorAll<HTMLElement>('[data-image]')[index]?.dataset['image'] ?? ''
}

function isImageAt(index: number, id: string): boolean {
  return document.querySelectorAll<HTMLElement>('[data-image]')[index]?.dataset['image'] === id
}

/** Opens a message in the inbox, deletes it and undoes the deletion. */
export async function deleteMessage(page: Page, subject: string): Promise<void> {
  await page.open('/inbox')
  await page.waitFor('the message', isListed, subject, true)
  await page.window.click('[aria-label="List of messages"] a')
  await page.click('button', 'Delete')
  await page.waitFor('the message to disappear', isListed, subject, false)
  await page.waitFor('the message to close', () => !document.querySelector('main article'))
  await page.click('button', 'Undo delete')
  await page.waitFor('the message to reappear', isListed, subject, true)
}

function isListed(subject: string, expected: boolean): boolean {
  const list = document.querySelector<HTMLElement>('[aria-label="List of messages"]')
  return (list?.innerText.includes(subject) ?? false) === expected
}
