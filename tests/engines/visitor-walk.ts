import type { Page } from './page.ts'

/** Follows the links of the navigation, and views the images of a project. */
export async function walkAsVisitor(page: Page, project: string): Promise<void> {
  await page.open('/')
  await page.follow('Work')
  await page.follow(project)
  await viewImages(page)
  await page.follow('About')
  await page.follow('Values', 'Our Values')
  await page.follow('Home', 'Interior Design')
  await page.follow('Work')
  await page.follow('Contact')
}

/** Opens the viewer, goes to the next image and zooms in until a wider file is shown. */
async function viewImages(page: Page): Promise<void> {
  await page.window.click('[data-image]')
  await page.click('button', 'Next image')
  await page.waitFor('the second image', isSecondImageShown)
  const width = await page.window.evaluate(shownFileWidth)
  for (let step = 0; step < 3; step++) await page.window.press('+')
  await page.waitFor('a wider file', isFileWider, width)
  await page.window.press('Escape')
  await page.waitFor('the viewer to close', () => !document.querySelector('dialog'))
}

function isSecondImageShown(): boolean {
  const image = document.querySelector<HTMLImageElement>('dialog [data-offset="0"] picture img')
  const second = document.querySelectorAll<HTMLElement>('[data-image]')[1]?.dataset['image']
  return Boolean(image?.complete && image.naturalWidth && second && location.search.includes(second))
}

function shownFileWidth(): number {
  const image = document.querySelector<HTMLImageElement>('dialog [data-offset="0"] picture img')
  return Number.parseInt(image?.currentSrc.split('/').at(-1) ?? '')
}

function isFileWider(width: number): boolean {
  const image = document.querySelector<HTMLImageElement>('dialog [data-offset="0"] picture img')
  return Number.parseInt(image?.currentSrc.split('/').at(-1) ?? '') > width
}

/** Sends the contact form, first with an invalid e-mail address. */
export async function writeMessage(page: Page, subject: string): Promise<void> {
  const fields = { 'First name': 'Ada', 'Last name': 'Lovelace', Subject: subject, Message: 'We have a shop.' }
  for (const [name, text] of Object.entries(fields)) await page.fill(name, text)
  await page.fill('E-mail', 'ada@')
  await page.click('button', 'Send')
  await page.waitFor('the invalid field to be focused', () => document.activeElement?.matches('input:invalid') ?? false)
  await page.fill('E-mail', 'ada@example.com')
  await page.click('button', 'Send')
  await page.waitForText('Message sent successfully!')
}
