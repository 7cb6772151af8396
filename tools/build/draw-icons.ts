import { mkdir, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { asIco } from '#portfolio/logo/icon.ts'
import { findChromium } from '#tests/support/chromium.ts'

// Draws the logo, a row of aligned doors, as every icon that browsers and phones request.
// Run `npm run icons` after a change here; the icons are committed.

const paper = '#f6f3ee'
const ink = '#1e1c1a'

/** For 32 pixels and smaller: lines on whole pixels, and one door fewer. */
const small = [
  `<path fill="${ink}" d="M14 15h4v14h-4z"/>`,
  `<path fill="none" stroke="${ink}" stroke-width="2" d="M5 29V3h22v26M10 29V9h12v20M1 29h30"/>`,
].join('')

/** For larger icons. */
const large = [
  `<path fill="${ink}" d="M15 18h2v9.5h-2z"/>`,
  `<path fill="none" stroke="${ink}" d="M5 27.5V3.5h22v24M8.5 27.5V8.5h15v19M12 27.5V13.5h8v14M1 27.5h30"/>`,
].join('')

/** The logo at `scale` on a square background: phones crop the corners of icons, and maskable icons lose more. */
function svgIcon(logo: string, scale = 1): string {
  const side = 32 / scale
  const start = (32 - side) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${side} ${side}">`,
    `<path fill="${paper}" d="M${start} ${start}h${side}v${side}h${-side}z"/>`,
    logo,
    '</svg>',
  ].join('')
}

const browser = await chromium.launch(await findChromium())
const page = await browser.newPage()

async function renderPng(side: number, svg: string): Promise<Buffer> {
  await page.setViewportSize({ width: side, height: side })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${side}px}</style>${svg}`)
  return page.screenshot()
}

await mkdir('public/icons', { recursive: true })
await writeFile('public/favicon.svg', `${svgIcon(small)}\n`)
await writeFile('public/favicon.ico', asIco(await renderPng(32, svgIcon(small)), 32))
await writeFile('public/icons/touch-180.png', await renderPng(180, svgIcon(large, 0.66)))
await writeFile('public/icons/mark-192.png', await renderPng(192, svgIcon(large, 0.76)))
await writeFile('public/icons/mark-512.png', await renderPng(512, svgIcon(large, 0.76)))
await writeFile('public/icons/maskable-512.png', await renderPng(512, svgIcon(large, 0.54)))
await browser.close()
