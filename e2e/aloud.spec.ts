import { hears, keepsTheFocus, listens } from './hearing.ts'
import { menu } from './motion.ts'
import { accounts, type Visitor } from './people.ts'
import { imagesOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { image, isClosed, project, viewer } from './viewing.ts'

// What visitors hear who do not see the page, and where their keyboard is.

const presses = async ({ page }: Visitor, what: ReturnType<typeof image>, key = 'Enter') => {
  await what.focus()
  await page.keyboard.press(key)
}
const title = (page: string) => `${page} — Studio Enfilade`

test('a page that comes says what it is called, and has the focus when the link has gone', async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/')
  const said = await listens(page)
  await presses(visitor, visitor.navigation('Work'))
  await hears(said, 'Loading...', title('Work'))
  await expect(visitor.navigation('Work')).toBeFocused()
  await presses(visitor, visitor.card(project).getByRole('link'))
  await hears(said, 'Loading...', title(project))
  await expect(visitor.main).toBeFocused()
  await presses(visitor, visitor.main.getByRole('button', { name: 'Back', exact: true }), 'Space')
  await hears(said, 'Loading...', title('Work'))
  await expect(visitor.main).toBeFocused()
})

test('from the menu the focus goes to the page that comes', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 390, height: 800 })
  await visitor.opens('/')
  const said = await listens(visitor.page)
  await presses(visitor, menu(visitor))
  await expect(menu(visitor)).toHaveAttribute('aria-expanded', 'true')
  await presses(visitor, visitor.navigation('Values'))
  await hears(said, 'Loading...', title('Our Values'))
  await expect(visitor.main).toBeFocused()
})

test('the viewer says which image is shown, and what it shows', async ({ visitor }) => {
  const [, second] = imagesOf(visitor.site, project)
  await visitor.opensProject(project)
  const said = await listens(visitor.page)
  await presses(visitor, image(visitor, 1))
  await expect(viewer(visitor)).toBeVisible()
  await visitor.page.keyboard.press('ArrowRight')
  await hears(said, `Image 2 of 3 ${second?.alt}`)
  await keepsTheFocus(visitor.page)
  await visitor.page.keyboard.press('Escape')
  await isClosed(visitor)
  await expect(image(visitor, 1).or(image(visitor, 2)).and(visitor.page.locator(':focus'))).toBeVisible()
})

test('the contact form says what became of the message, and Send keeps the focus', async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/contact')
  const said = await listens(page)
  const send = page.getByRole('button', { name: 'Send' })
  await visitor.ignoresTheBrowser()
  await presses(visitor, send)
  await hears(said, 'Failed to send message.')
  await expect(send).toBeFocused()
  for (const label of ['First name', 'Last name', 'Subject', 'Message']) await page.getByLabel(label).fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await presses(visitor, send)
  await hears(said, 'Message sent successfully!')
  await expect(send).toBeFocused()
})

test('the doors say why one does not enter, and the focus is never lost', async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/login')
  const said = await listens(page)
  const enter = page.getByRole('button', { name: 'Log in' })
  await visitor.fillsCredentials({ ...accounts.member, password: 'not this one' })
  await presses(visitor, enter)
  await hears(said, 'The e-mail address or the password is not right.')
  await expect(enter).toBeFocused()
  await visitor.fillsCredentials(accounts.member)
  await presses(visitor, enter)
  await hears(said, title('Work'))
  await expect(visitor.main).toBeFocused()
  await presses(visitor, visitor.logout)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Log in' })).toBeVisible()
  await keepsTheFocus(page)
})
