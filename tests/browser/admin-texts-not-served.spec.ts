import type { BrowserContext } from '@playwright/test'
import type { Visitor } from './fixtures/visitor.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

/** Texts that occur only in the admin tools. */
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
  'Save as draft',
  'Back to draft',
  'Preview as a visitor',
  'Hide tools',
  'Show tools',
  'Visitors see it now.',
  'Only you see it.',
  'Search messages',
  'Copy address',
  'Mark unread',
  'Not spam',
  'Export CSV',
  'Send a test mail',
  'Waiting to be sent.',
  'A sentence about what you do can appear here.',
  'An upright portrait of you belongs here.',
  'The first picture that visitors see belongs here',
  'What you stand for belongs here',
  'Words under the heading',
  'Add social link',
  'Add value',
  'Undo remove',
  'Undo delete',
  'Delete for good',
  'The bin is empty.',
  'Undo move',
  'Bring back',
  'This text has not been changed yet.',
  'Start over',
  'Other accounts (',
  'Remove admin role',
  'Delete account',
  'Admins and invited people',
  'The browser could not keep',
  'Your session has ended.',
  'What visitors read first.',
  'Two pictures that people remember.',
  'Keep sample projects as drafts',
  'Keep it closed',
  'Continue setting up',
]

for (const role of ['visitor', 'user'] as const) {
  test(`no response to a ${role} contains texts of the admin tools`, async ({ visitor, user, site }) => {
    const person = { visitor, user }[role]
    const received = await collectResponses(person, pathOf(site, 'Thrown'))
    const contentTypes = new Set(received.map(({ contentType }) => contentType))
    expect([...contentTypes]).toEqual(
      expect.arrayContaining(['text/html', 'text/x-script', 'text/css', 'text/javascript']),
    )
    for (const { url, text } of received) {
      expect(
        toolTexts.filter((tool) => text.includes(tool)),
        url,
      ).toEqual([])
    }
  })
}

test('the same responses to an admin contain every text of the admin tools', async ({ admin, site }) => {
  // Makes the line "Continue setting up" appear.
  site.sql('update siteSetup set wordsLeft = 1')
  const received = await collectResponses(admin, pathOf(site, 'Thrown'))
  for (const tool of toolTexts)
    expect(
      received.some(({ text }) => text.includes(tool)),
      tool,
    ).toBe(true)
})

interface ReceivedResponse {
  readonly url: string
  readonly contentType: string
  readonly text: string
}

/** Opens pages by URL, four also by link, the viewer and the menu. Returns all responses except images and `/live`. */
async function collectResponses(person: Visitor, project: string): Promise<ReceivedResponse[]> {
  const readResponses = recordResponses(person.page.context())
  const pages = ['/index', '/about', '/values', '/contact', '/privacy', '/signup', '/login', '/logout', '/nowhere']
  for (const path of [
    ...pages,
    '/projects/nobody',
    '/create',
    '/inbox',
    '/studio/health',
    '/people',
    '/bin',
    '/history/studio/city',
    '/setup/opening',
    '/work',
    '/',
  ])
    await person.open(path)
  for (const name of ['About', 'Values', 'Contact', 'Work'] as const) await person.goTo(name)
  for (const link of await person.main.getByRole('link').all()) await link.hover()
  await person.open(project)
  await person.main.getByRole('region', { name: 'Images' }).getByRole('button').first().click()
  await person.page.keyboard.press('ArrowRight')
  await person.page.keyboard.press('Escape')
  await person.page.setViewportSize({ width: 360, height: 740 })
  await person.open('/work')
  await person.page.getByRole('button', { name: 'Menu' }).click()
  await person.page.waitForLoadState('networkidle')
  return readResponses()
}

function recordResponses(context: BrowserContext): () => Promise<ReceivedResponse[]> {
  const bodies: Promise<ReceivedResponse | null>[] = []
  context.on('response', (response) => {
    const contentType = (response.headers()['content-type'] ?? '').split(';')[0] ?? ''
    if (contentType === 'text/event-stream' || contentType.startsWith('image/')) return
    const url = response.url()
    // Redirects and requests aborted by the next navigation have no body.
    const received = response.body().then(
      (body) => ({ url, contentType, text: body.toString('latin1') }),
      () => null,
    )
    bodies.push(received)
  })
  return async () => (await Promise.all(bodies)).filter((body) => body !== null)
}
