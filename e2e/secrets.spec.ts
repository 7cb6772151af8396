import type { BrowserContext } from '@playwright/test'
import type { Visitor } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 120_000 })

/** What only the admin's tools say. */
const toolTexts = [
  'Add Project',
  'Project Details',
  'Upload Image',
  'Upload Cover Photo',
  'Uploading Image...',
  'Choose Images',
  'Add Images',
  'Replace cover photo',
  'Remove image',
  'Yes, Delete',
  'Are you sure you want to delete this project?',
  'Are you sure you want to delete this image?',
  'Failed to delete project',
  'Failed to update project data',
  'Failed to update image order',
  'Failed to remove image',
  'Failed to upload cover photo',
  'Failed to upload images',
  'Bring back my changes',
]

for (const who of ['visitor', 'member'] as const) {
  test(`not one byte that a ${who} receives holds a text of the admin’s tools`, async ({ visitor, member, site }) => {
    const person = { visitor, member }[who]
    const received = await receivedOn(person, pathOf(site, 'Thrown'))
    const kinds = new Set(received.map(({ kind }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['text/html', 'text/x-script', 'text/css', 'text/javascript']))
    for (const { address, text } of received) {
      expect(
        toolTexts.filter((tool) => text.includes(tool)),
        `${address} tells a ${who}`,
      ).toEqual([])
    }
  })
}

test('on the same walk an admin receives every text of the tools', async ({ admin, site }) => {
  const received = await receivedOn(admin, pathOf(site, 'Thrown'))
  for (const tool of toolTexts)
    expect(
      received.some(({ text }) => text.includes(tool)),
      tool,
    ).toBe(true)
})

interface Received {
  readonly address: string
  readonly kind: string
  readonly text: string
}

/** Walks over every page, by address and by link, through menu and viewer; what arrived, but for the endless stream. */
async function receivedOn(person: Visitor, project: string): Promise<Received[]> {
  const arrived = gather(person.page.context())
  const pages = ['/index', '/about', '/values', '/contact', '/privacy', '/signup', '/login', '/logout', '/nowhere']
  for (const path of [...pages, '/projects/nobody', '/create', '/work', '/']) await person.opens(path)
  for (const room of ['About', 'Values', 'Contact', 'Work'] as const) await person.goesTo(room)
  for (const link of await person.main.getByRole('link').all()) await link.hover()
  await person.opens(project)
  await person.main.getByRole('region', { name: 'Images' }).getByRole('button').first().click()
  await person.page.keyboard.press('ArrowRight')
  await person.page.keyboard.press('Escape')
  await person.page.setViewportSize({ width: 360, height: 740 })
  await person.opens('/work')
  await person.page.getByRole('button', { name: 'Menu' }).click()
  await person.page.waitForLoadState('networkidle')
  return arrived()
}

function gather(context: BrowserContext): () => Promise<Received[]> {
  const bodies: Promise<Received | null>[] = []
  context.on('response', (response) => {
    const kind = (response.headers()['content-type'] ?? '').split(';')[0] ?? ''
    if (kind === 'text/event-stream' || kind.startsWith('image/')) return
    const address = response.url()
    // A redirect has no body; a request that the next page cut off has none that arrived whole.
    const read = response.body().then(
      (body) => ({ address, kind, text: body.toString('latin1') }),
      () => null,
    )
    bodies.push(read)
  })
  return async () => (await Promise.all(bodies)).filter((body) => body !== null)
}
