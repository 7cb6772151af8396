import sharp from 'sharp'
import type { Admin } from './admin.ts'
import { Visitor } from './people.ts'
import type { Chosen } from './photographs.ts'
import { pathOf, projectNamed } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'
import { chart } from '#testing/chart.ts'
import { heic } from '#testing/heic.ts'
import { decode, held } from '#testing/photographs.ts'
import { derivativeAddress, kindsOf, sharingAddress, type Recipe } from '#portfolio/photo/photo.ts'

test.describe.configure({ timeout: 180_000 })

const patient = { timeout: 60_000 }
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="PlantedXmp"/></rdf:RDF></x:xmpmeta>'
/** What was planted, and what would tell of more of its kind. */
const marks = ['Planted', 'planted', 'xmpmeta', 'Exif\0\0', 'GPS', '8BIM', '<script']

interface Made {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly wide: 0 | 1
  readonly made: string
  readonly recipe: Recipe
  readonly focalX: number
  readonly focalY: number
}

test('nothing that was planted in photographs is in any file that the site serves of them', async ({
  admin,
  visitor,
  site,
}) => {
  const chosen = [
    named('one.jpg', await planted('jpeg')),
    named('two.png', await planted('png')),
    named('three.webp', await planted('webp')),
    named('four.heic', await heic('room-p3')),
  ]
  for (const { name, buffer } of chosen) expect(foundIn(buffer), name).not.toEqual([])
  await hangs(admin, chosen)

  const pictures = await made(site, 4)
  const listed = pictures.flatMap((picture) => [
    ...kindsOf({ ...picture, wide: picture.wide === 1 }).flatMap((kind) =>
      picture.made.split(',').map((width) => derivativeAddress(picture.id, Number(width), kind, picture.recipe)),
    ),
    sharingAddress(picture),
  ])
  const path = pathOf(site, 'Low Line')
  const pages = [path, '/work', ...pictures.map(({ id }) => `${path}?image=${id}`)]
  const texts = await Promise.all(
    pages.map(async (page) => (await visitor.page.request.get(site.origin + page)).text()),
  )
  const written = texts.flatMap((html) => [...html.matchAll(/\/photos\/[\w./-]+\.\w+/g)].map(([address]) => address))
  const addresses = new Set([...listed, ...written])
  expect(listed.filter((address) => !written.includes(address))).toEqual([])
  let bytes = 0
  for (const address of addresses) {
    const answer = await visitor.page.request.get(site.origin + address)
    expect(answer.status(), address).toBe(200)
    const body = await answer.body()
    bytes += body.length
    expect(foundIn(body), address).toEqual([])
  }
  process.stdout.write(`      ${addresses.size} files, ${bytes} bytes: no trace\n`)
  // The last one is said in P3, but shows nothing that sRGB could not.
  expect(pictures.map(({ wide }) => wide)).toEqual([1, 1, 1, 0])
})

test('photographs that were held another way hang upright, as JPEG and as HEIC, by the preview too', async ({
  admin,
  visitor,
  site,
}) => {
  // Four colours, as in the HEIC.
  const colours = [
    [200, 30, 40],
    [30, 200, 40],
    [40, 30, 200],
    [220, 220, 220],
  ] as const
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.chooses(
    named('held.jpg', await held(await quarters(1_200, 800, colours), 6)),
    named('turned.heic', await heic('turned-6')),
  )
  const preview = admin.main.getByRole('img', { name: 'Preview of held.jpg' })
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([480, 320])
  // No browser of the tests reads HEIC.
  await expect(admin.main.getByRole('listitem').filter({ hasText: 'turned.heic' })).toContainText('No preview')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(admin.main.getByText('2 images were added.')).toBeVisible(patient)

  const pictures = await made(site, 2)
  expect(pictures.map(({ width, height }) => [width, height])).toEqual([
    [1_200, 800],
    [240, 160],
  ])
  for (const { id, recipe, made: widths } of pictures) {
    const address = derivativeAddress(id, Number(widths.split(',')[0]), { format: 'jpg', gamut: 'srgb' }, recipe)
    const { at } = await decode(await (await visitor.page.request.get(site.origin + address)).body())
    const seen = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)].flat()
    for (const [n, value] of colours.flat().entries())
      expect(Math.abs((seen[n] ?? NaN) - value), address).toBeLessThan(12)
  }
})

test('screens that show more than sRGB fetch the files that hold more, and no other screen does', async ({
  admin,
  browser,
  site,
}) => {
  await hangs(admin, [named('chart.heic', await heic('chart-p3'))])
  const [picture] = await made(site, 1)
  const fetched = async (gamut: 'srgb' | 'p3') => {
    const context = await browser.newContext()
    const someone = new Visitor(await context.newPage(), site)
    const session = await context.newCDPSession(someone.page)
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'color-gamut', value: gamut }] })
    const files = new Set<string>()
    someone.page.on('response', (answer) => void (answer.ok() && files.add(new URL(answer.url()).pathname)))
    await someone.opens(`${pathOf(site, 'Low Line')}?image=${picture?.id}`)
    await someone.seesPicture(someone.page.locator('dialog [data-offset="0"] picture img'))
    await context.close()
    return [...files].filter((file) => file.startsWith(`/photos/${picture?.id}/`))
  }
  const [wide, usual] = [await fetched('p3'), await fetched('srgb')]
  expect(wide.length).toBeGreaterThan(0)
  expect(usual.length).toBeGreaterThan(0)
  expect(wide.filter((file) => !file.endsWith('-p3.avif'))).toEqual([])
  expect(usual.filter((file) => file.includes('-p3'))).toEqual([])
})

/** A chart with colours beyond sRGB, so that every kind of derivative is made, and all that a camera or a rogue adds. */
async function planted(as: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const bytes = await sharp(await chart('png'), { ignoreIcc: true })
    .keepIccProfile()
    .resize(900)
    .withExif({
      IFD0: { Make: 'PlantedMaker' },
      IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLatitudeRef: 'N', GPSMapDatum: 'GPS' },
    })
    .withXmp(xmp)
    .toFormat(as, as === 'webp' ? { lossless: true } : {})
    .toBuffer()
  const behind = Buffer.from('<script>PlantedScript</script>')
  if (as === 'webp') return bytes
  if (as === 'png') return Buffer.concat([bytes, behind])
  const comment = Buffer.from('\xff\xfe\0\x10PlantedComment', 'latin1')
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2), behind])
}

/** One colour a corner. */
function quarters(width: number, height: number, colours: readonly (readonly [number, number, number])[]) {
  const pixel = (n: number) => colours[(n % width < width / 2 ? 0 : 1) + (n < (width * height) / 2 ? 0 : 2)] ?? []
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, n) => pixel(n)).flat())
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

function named(name: string, buffer: Buffer): Chosen {
  return { name, buffer, mimeType: name.endsWith('.heic') ? 'image/heic' : 'image/jpeg' }
}

function foundIn(bytes: Buffer): string[] {
  return marks.filter((mark) => bytes.includes(mark))
}

async function hangs(admin: Admin, chosen: readonly Chosen[]): Promise<void> {
  await admin.opens(pathOf(admin.site, 'Low Line'))
  await admin.addsImages(...chosen)
  const said = chosen.length === 1 ? '1 image was added.' : `${chosen.length} images were added.`
  await expect(admin.main.getByText(said)).toBeVisible(patient)
}

/** The last images of the gallery, once all of their derivatives are made. */
async function made(site: Site, count: number): Promise<Made[]> {
  const { id } = projectNamed(site, 'Low Line')
  const last = () =>
    site
      .sql<Made & { state: string }>(
        `select id, width, height, wide, made, recipe, focalX, focalY, state from photos
          where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
        id,
      )
      .slice(-count)
  await expect.poll(() => last().filter(({ state }) => state !== 'ready').length, patient).toBe(0)
  return last()
}
