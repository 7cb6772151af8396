import { imagesOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { addressOf, control, picture, project, viewer } from './viewing.ts'

const sentence = 'A low bench of travertine runs along the wall under a window that looks out on the yard. '
/** As long as the studio can make it. */
const caption = sentence.repeat(4).slice(0, 299) + '.'

for (const [width, height] of [
  [320, 568],
  [640, 360],
  [1440, 900],
] as const) {
  test(`the longest caption is read whole beside its picture, at ${width} × ${height}`, async ({ visitor }) => {
    visitor.site.sql('update photos set alt = ? where id = ?', caption, imagesOf(visitor.site, project)[0]?.id ?? '')
    await visitor.page.setViewportSize({ width, height })
    await visitor.opens(addressOf(visitor, 1))
    const words = viewer(visitor).getByText(caption, { exact: true })
    await expect(words).toBeInViewport({ ratio: 1 })
    expect(await words.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    const [said, shown] = [await words.boundingBox(), await picture(visitor).boundingBox()]
    expect(shown?.height).toBeGreaterThan(height / 4)
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(said?.y ?? 0)
  })
}

test('the ring around Close stands clear of the edges of the screen', async ({ visitor }) => {
  for (const width of [360, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.opens(addressOf(visitor, 1))
    const { x = 0, y = 0, width: wide = 0 } = (await control(visitor, 'Close').boundingBox()) ?? {}
    expect(y, `above, at ${width} px`).toBeGreaterThanOrEqual(4)
    expect(width - x - wide, `beside, at ${width} px`).toBeGreaterThanOrEqual(4)
  }
})
