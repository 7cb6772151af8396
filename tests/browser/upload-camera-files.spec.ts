import sharp from 'sharp'
import type { Admin } from './fixtures/admin.ts'
import { Visitor } from './fixtures/visitor.ts'
import type { ChosenFile } from './fixtures/chosen-files.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'
import { createChart } from '#tests/support/images/colour-chart.ts'
import { derivativePath } from '#tests/support/images/derivative-path.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import { decode, rotatedPhoto } from '#tests/support/images/photo-files.ts'
import { encodingsOf, widthsIn, type DerivativeFormat, type RecipeVersion } from '#portfolio/derivative/derivatives.ts'
import { openGraphImagePath } from '#portfolio/open-graph-image/open-graph-image-url.ts'

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="PlantedXmp"/></rdf:RDF></x:xmpmeta>'
/** Byte patterns of the planted metadata, and of metadata blocks in general. */
const metadataMarks = ['Planted', 'planted', 'xmpmeta', 'Exif\0\0', 'GPS', '8BIM', '<script']

interface PhotoRow {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly wide: 0 | 1
  readonly made: string
  readonly recipe: RecipeVersion
  readonly focalX: number
  readonly focalY: number
}

test('no image file that visitors can load contains metadata of the uploaded files', async ({
  admin,
  visitor,
  site,
}) => {
  const chosen = [
    chosenFile('one.jpg', await imageWithMetadata('jpeg')),
    chosenFile('two.png', await imageWithMetadata('png')),
    chosenFile('three.webp', await imageWithMetadata('webp')),
    chosenFile('four.heic', await readHeicFile('room-p3')),
  ]
  for (const { name, buffer } of chosen) expect(marksIn(buffer), name).not.toEqual([])
  await uploadFiles(admin, chosen)

  const photos = await readyPhotos(site, 4)
  const derivativePaths = photos.flatMap((photo) => [
    ...encodingsOf({ ...photo, wide: photo.wide === 1 }).flatMap((encoding) =>
      widthsOf(photo, encoding.format).map((width) => derivativePath(photo.id, width, encoding, photo.recipe)),
    ),
    openGraphImagePath({ ...photo, originalId: photo.id }),
  ])
  const path = pathOf(site, 'Low Line')
  const pages = [path, '/work', ...photos.map(({ id }) => `${path}?image=${id}`)]
  const htmls = await Promise.all(
    pages.map(async (page) => (await visitor.page.request.get(site.origin + page)).text()),
  )
  const inHtml = htmls.flatMap((html) => [...html.matchAll(/\/photos\/[\w./-]+\.\w+/g)].map(([url]) => url))
  const urls = new Set([...derivativePaths, ...inHtml])
  expect(derivativePaths.filter((path) => !inHtml.includes(path))).toEqual([])
  let bytes = 0
  for (const url of urls) {
    const response = await visitor.page.request.get(site.origin + url)
    expect(response.status(), url).toBe(200)
    const body = await response.body()
    bytes += body.length
    expect(marksIn(body), url).toEqual([])
  }
  process.stdout.write(`      ${urls.size} files, ${bytes} bytes: no metadata\n`)
  // The last photo has a P3 profile but no colours outside sRGB.
  expect(photos.map(({ wide }) => wide)).toEqual([1, 1, 1, 0])
})

test('rotated JPEG and HEIC files are shown upright, and so is the preview of the JPEG', async ({
  admin,
  visitor,
  site,
}) => {
  // The same four colours as in the HEIC file.
  const colours = [
    [200, 30, 40],
    [30, 200, 40],
    [40, 30, 200],
    [220, 220, 220],
  ] as const
  await admin.open(pathOf(site, 'Low Line'))
  await admin.chooseImages(
    chosenFile('held.jpg', await rotatedPhoto(await fourCorners(1_200, 800, colours), 6)),
    chosenFile('turned.heic', await readHeicFile('turned-6')),
  )
  const preview = admin.main.getByRole('img', { name: 'Preview of held.jpg' })
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([480, 320])
  // Chromium does not decode HEIC.
  await expect(admin.main.getByRole('listitem').filter({ hasText: 'turned.heic' })).toContainText('No preview')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(admin.main.getByText('2 images were added.')).toBeVisible()

  const photos = await readyPhotos(site, 2)
  expect(photos.map(({ width, height }) => [width, height])).toEqual([
    [1_200, 800],
    [240, 160],
  ])
  for (const photo of photos) {
    const [width = 0] = widthsOf(photo, 'jpg')
    const url = derivativePath(photo.id, width, { format: 'jpg', gamut: 'srgb' }, photo.recipe)
    const { at } = await decode(await (await visitor.page.request.get(site.origin + url)).body())
    const pixels = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)].flat()
    for (const [index, value] of colours.flat().entries())
      expect(Math.abs((pixels[index] ?? NaN) - value), url).toBeLessThan(12)
  }
})

test('a photo with colours outside sRGB is loaded in Display P3 on every screen', async ({ admin, browser, site }) => {
  await uploadFiles(admin, [chosenFile('chart.heic', await readHeicFile('chart-p3'))])
  const [photo] = await readyPhotos(site, 1)
  const fetchedFiles = async (gamut: 'srgb' | 'p3') => {
    const context = await browser.newContext()
    const visitor = new Visitor(await context.newPage(), site)
    const session = await context.newCDPSession(visitor.page)
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'color-gamut', value: gamut }] })
    const files = new Set<string>()
    visitor.page.on('response', (response) => void (response.ok() && files.add(new URL(response.url()).pathname)))
    await visitor.open(`${pathOf(site, 'Low Line')}?image=${photo?.id}`)
    await visitor.expectImageLoaded(visitor.page.locator('dialog [data-offset="0"] picture img'))
    await context.close()
    return [...files].filter((file) => file.startsWith(`/photos/${photo?.id}/`))
  }
  for (const gamut of ['p3', 'srgb'] as const) {
    const files = await fetchedFiles(gamut)
    expect(files.length, gamut).toBeGreaterThan(0)
    expect(files.filter((file) => !file.endsWith('-p3.avif'))).toEqual([])
  }
})

/** A chart with colours outside sRGB, so that all encodings are created, with metadata and trailing bytes. */
async function imageWithMetadata(as: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const bytes = await sharp(await createChart('png'), { ignoreIcc: true })
    .keepIccProfile()
    .resize(900)
    .withExif({
      IFD0: { Make: 'PlantedMaker' },
      IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'GPS' },
    })
    .withXmp(xmp)
    .toFormat(as, as === 'webp' ? { lossless: true } : {})
    .toBuffer()
  const appended = Buffer.from('<script>PlantedScript</script>')
  if (as === 'webp') return bytes
  if (as === 'png') return Buffer.concat([bytes, appended])
  const comment = Buffer.from('\xff\xfe\0\x10PlantedComment', 'latin1')
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2), appended])
}

/** An image with one colour in each corner. */
function fourCorners(width: number, height: number, colours: readonly (readonly [number, number, number])[]) {
  const pixel = (index: number) =>
    colours[(index % width < width / 2 ? 0 : 1) + (index < (width * height) / 2 ? 0 : 2)] ?? []
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, index) => pixel(index)).flat())
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

function chosenFile(name: string, buffer: Buffer): ChosenFile {
  return { name, buffer, mimeType: name.endsWith('.heic') ? 'image/heic' : 'image/jpeg' }
}

function marksIn(bytes: Buffer): string[] {
  return metadataMarks.filter((mark) => bytes.includes(mark))
}

async function uploadFiles(admin: Admin, chosen: readonly ChosenFile[]): Promise<void> {
  await admin.open(pathOf(admin.site, 'Low Line'))
  await admin.addImages(...chosen)
  const message = chosen.length === 1 ? '1 image was added.' : `${chosen.length} images were added.`
  await expect(admin.main.getByText(message)).toBeVisible()
}

function widthsOf(photo: PhotoRow, format: DerivativeFormat): readonly number[] {
  return widthsIn(format, photo, photo.made.split(',').map(Number))
}

/** Waits until the last `count` photos of the gallery have their derivatives, and returns them. */
async function readyPhotos(site: SiteProcess, count: number): Promise<PhotoRow[]> {
  const { id } = projectNamed(site, 'Low Line')
  const last = () =>
    site
      .sql<PhotoRow & { state: string }>(
        `select id, width, height, wide, made, recipe, focalX, focalY, state from photos
          where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
        id,
      )
      .slice(-count)
  await expect.poll(() => last().filter(({ state }) => state !== 'ready').length, { timeout: 480_000 }).toBe(0)
  return last()
}
