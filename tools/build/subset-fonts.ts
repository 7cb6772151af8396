import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// Splits each font into the characters of nearly every page, which pages preload, and the rest of the latin subset.
// Leaves out the weights that no style uses. Run `npm run fonts` after a change here; the fonts are committed.

const folder = join(import.meta.dirname, '../../app/ui/fonts')
const packages = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

/** The same as in fonts.css. */
const fonts = [
  { name: 'fraunces', weights: { min: 200, max: 350 } },
  { name: 'figtree', weights: { min: 400, max: 600 } },
]

/** The same as the `unicode-range` in fonts.css: ASCII, and other characters of English texts. */
const basic = `${characters(0x20, 0x7e)}\u00a0£©·×éü–—‘’“”…€→`
/** The latin subset that the packages contain. */
const latin = `${characters(0x20, 0xff)}ıŒœʻʼˆ˚˜\u0304\u0308\u0329${characters(0x2000, 0x206f)}€™↑↓−∕`
const others = [...latin].filter((character) => !basic.includes(character)).join('')

await mkdir(folder, { recursive: true })
for (const { name, weights } of fonts) {
  const font = await readFile(join(packages, name, `files/${name}-latin-wght-normal.woff2`))
  for (const [part, text] of Object.entries({ basic, others })) {
    const subset = await subsetFont(font, text, { targetFormat: 'woff2', variationAxes: { wght: weights } })
    await writeFile(join(folder, `${name}-${part}.woff2`), subset)
    console.log(`${name}-${part}.woff2: ${subset.length} bytes`)
  }
  await copyFile(join(packages, name, 'LICENSE'), join(folder, `${name}-license.txt`))
}

function characters(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
