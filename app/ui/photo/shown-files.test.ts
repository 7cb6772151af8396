import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberShownFile, showEarlierFile } from './shown-files.ts'

/** Stands in for the browser's SVG elements. */
class SvgElement {
  readonly attributes: Record<string, string> = {}
  readonly children: SvgElement[] = []
  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }
  append(child: SvgElement) {
    this.children.push(child)
  }
  remove() {}
}

beforeEach(() => {
  vi.stubGlobal('SVGSVGElement', SvgElement)
  vi.stubGlobal('document', { createElementNS: () => new SvgElement() })
})
afterEach(() => void vi.unstubAllGlobals())

const size: Readonly<Record<string, string>> = { width: '300', height: '200' }

/** The attributes of the picture shown while `src` is loading, after `currentSrc` was shown. */
function earlierFile(currentSrc: string, src: string) {
  rememberShownFile({ currentSrc } as HTMLImageElement)
  const placeholder = new SvgElement()
  const parentElement = { previousElementSibling: placeholder }
  const image = { src, parentElement, getAttribute: (name: string) => size[name] ?? null }
  showEarlierFile(image as unknown as HTMLImageElement)
  return placeholder.children[0]?.attributes
}

const origin = 'https://studio.example'

test.each(['485.avif', '485-p3.avif', '485-hdr.jpg', '485-p3-hdr.jpg'])('an earlier %s of a photo is shown', (file) => {
  const whole = `${origin}/photos/${file}-a/v3/${file}`
  const attributes = { href: whole, x: '0', y: '0', width: '300', height: '200' }
  expect(earlierFile(whole, `${origin}/photos/${file}-a/v3/1580.jpg`)).toMatchObject(attributes)
  const crop = `${origin}/photos/${file}-b/v3/1x1-50-50/${file}`
  const square = { href: crop, x: '50', y: '0', width: '200', height: '200' }
  expect(earlierFile(crop, `${origin}/photos/${file}-b/v3/1580.jpg`)).toMatchObject(square)
})

test('a file of another photo is not shown', () => {
  expect(earlierFile(`${origin}/photos/c/v3/485.avif`, `${origin}/photos/d/v3/1580.jpg`)).toBeUndefined()
})
