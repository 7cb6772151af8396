import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync('app/ui/tokens.css', 'utf8')
const [light = '', dark = ''] = tokens.split('@media screen and (prefers-color-scheme: dark)')

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s colour scheme, secondary text has a contrast of at least 7:1 on every background', (_, css) => {
  const [stone, paper, plaster] = [hexOf(css, 'stone'), hexOf(css, 'paper'), hexOf(css, 'plaster')]
  const raised = /--paper-raised: (#\w+)/.exec(css)?.[1] ?? paper
  for (const background of [paper, plaster, raised]) expect(contrast(stone, background)).toBeGreaterThanOrEqual(7)
  expect(contrast(hexOf(light, 'viewer-stone'), hexOf(light, 'viewer-background'))).toBeGreaterThanOrEqual(7)
})

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s colour scheme, error messages and delete controls have a contrast of at least 4.5:1', (_, css) => {
  for (const name of ['clay', 'clay-deep'])
    for (const background of ['paper', 'plaster'])
      expect(contrast(hexOf(css, name), hexOf(css, background))).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s colour scheme, each `oklch` value equals the hexadecimal value', (_, css) => {
  const values = [...css.matchAll(/--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\);/g)]
  expect(values.length).toBeGreaterThan(7)
  for (const [, name = '', ...parts] of values) {
    const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number)
    expect(oklchToHex(lightness / 100, chroma, (hue * Math.PI) / 180), name).toBe(hexOf(css, name))
  }
})

test('`--clay` and `--clay-deep` are used only for deleting and for errors', () => {
  const files = globSync('app/**/*.css').filter((file) => !file.endsWith('tokens.css'))
  const uses = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *([^{}\n]+) \{([^{}]*)\}/gm)].filter(([, , body]) =>
      body?.includes('--clay'),
    ),
  )
  expect(uses.length).toBeGreaterThan(10)
  for (const [, selector] of uses) expect(selector).toMatch(/aria-invalid|danger|remove|error|alert|problem/)
})

function hexOf(css: string, name: string): string {
  const hex = new RegExp(`--${name}: (#\\w{6});`).exec(css)?.[1]
  if (!hex) throw new Error(`no --${name}`)
  return hex
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** With the matrices of https://bottosson.github.io/posts/oklab/. The hue is in radians. */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const encoded = linear.map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
  return `#${encoded
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
