import { mkdir, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from '#testing/browser.ts'

// Draws the sign of the house, doors that stand in one line, in every form that browsers and phones ask for.
// `npm run icons` after a change here; the drawings are committed.

const paper = '#f6f3ee'
const ink = '#1e1c1a'
const clay = '#96482e'

/** For 32 pixels and fewer: lines on whole pixels, and one door less. */
const small = [
  `<path fill="${clay}" d="M14 15h4v14h-4z"/>`,
  `<path fill="none" stroke="${ink}" stroke-width="2" d="M5 29V3h22v26M10 29V9h12v20M1 29h30"/>`,
].join('')

/** The sign as it stands on the pages. */
const large = [
  `<path fill="${clay}" d="M15 18h2v9.5h-2z"/>`,
  `<path fill="none" stroke="${ink}" d="M5 27.5V3.5h22v24M8.5 27.5V8.5h15v19M12 27.5V13.5h8v14M1 27.5h30"/>`,
].join('')

/** A sign on a square of paper. `share` is how much of the square it takes: phones cut corners, masks even more. */
function drawn(sign: string, share = 1): string {
  const side = 32 / share
  const from = (32 - side) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} ${from} ${side} ${side}">`,
    `<path fill="${paper}" d="M${from} ${from}h${side}v${side}h${-side}z"/>`,
    sign,
    '</svg>',
  ].join('')
}

/** An .ico that holds one PNG: head, one entry, the picture. */
function asIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage()

async function pixels(side: number, svg: string): Promise<Buffer> {
  await page.setViewportSize({ width: side, height: side })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${side}px}</style>${svg}`)
  return page.screenshot()
}

await mkdir('public/icons', { recursive: true })
await writeFile('public/favicon.svg', `${drawn(small)}\n`)
await writeFile('public/favicon.ico', asIco(await pixels(32, drawn(small)), 32))
await writeFile('public/icons/touch-180.png', await pixels(180, drawn(large, 0.66)))
await writeFile('public/icons/mark-192.png', await pixels(192, drawn(large, 0.76)))
await writeFile('public/icons/mark-512.png', await pixels(512, drawn(large, 0.76)))
await writeFile('public/icons/maskable-512.png', await pixels(512, drawn(large, 0.54)))
await browser.close()
