import { chromium } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'
const [origin, ...specs] = process.argv.slice(2)
const { executablePath, env, args } = await findChromium()
const browser = await chromium.launch({ executablePath, env, args })
for (const spec of specs) {
  const [name, path, width, height = '900', full] = spec.split(',')
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: Number(width), height: Number(height) } })
  await page.goto(origin + path, { waitUntil: 'load' })
  if (full)
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 600) {
        scrollTo(0, y)
        await new Promise((r) => setTimeout(r, 120))
      }
      scrollTo(0, 0)
    })
  await page.waitForTimeout(900)
  await page.screenshot({ path: `/tmp/w/shots9/${name}.png`, fullPage: Boolean(full) })
  await page.close()
}
await browser.close()
