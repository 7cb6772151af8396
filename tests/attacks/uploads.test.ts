import { deflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import { ultraHdrFile, withFrameSize, withGainMapOffset } from '#tests/support/images/gain-map-files.ts'
import { toSegment } from '#server/images/gain-map/jpeg-segments.ts'
import { avifGrid, decompressionBomb, flatImage, photoFile, withAvifSize } from '#tests/support/images/photo-files.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import { idOf, type TextResponse, type TargetSite } from './target-site.ts'

const mb = 1024 * 1024
const black = { r: 0, g: 0, b: 0 }

/** Files that are not valid photos. */
const invalidFiles: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'one byte': () => Buffer.from([0xff]),
  'the first bytes of a JPEG': () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'the first bytes of a PNG': () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'the first bytes of a WebP': () => Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
  'a JPEG truncated at 50 %': async () => truncate(await photoFile({ width: 800, height: 600 }), 0.5),
  'a JPEG truncated at 99 %': async () => truncate(await photoFile({ width: 800, height: 600 }), 0.99),
  'a PNG truncated at 50 %': async () => truncate(await photoFile({ as: 'png' }), 0.5),
  'a WebP truncated at 50 %': async () => truncate(await photoFile({ as: 'webp' }), 0.5),
  'a HEIC of several tiles truncated at 50 %': async () => truncate(await readHeicFile('grid'), 0.5),
  'a HEIC of several tiles truncated at 99 %': async () => truncate(await readHeicFile('grid'), 0.99),
  'an AVIF truncated at 50 %': async () => truncate(await photoFile({ as: 'avif' }), 0.5),
  'an AVIF truncated at 99 %': async () => truncate(await photoFile({ as: 'avif' }), 0.99),
  'an AVIF whose header says 16000 × 16000 pixels': async () =>
    withAvifSize(await photoFile({ as: 'avif' }), 16_000, 16_000),
  'an AVIF with more pixels than its header says': async () =>
    withAvifSize(await flatImage(4_000, 4_000, black).avif({ effort: 0 }).toBuffer(), 16, 16),
  'an AVIF of 65025 tiles': async () => avifGrid(await flatImage(16, 16, black).avif().toBuffer(), 16, 255, 255),
  'an AVIF that is an image sequence': async () => withoutStillImage(await photoFile({ as: 'avif' })),
  'a RAW file': () => Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(10_000)]),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'HTML after the first bytes of a JPEG': () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
  ZIP: () => Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000))]),
  SVG: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'an SVG with an external entity': () =>
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
  GIF: () => photoFile({ as: 'gif' }),
  'an ImageMagick script': () =>
    Buffer.from('push graphic-context\nfill url(https://evil.example)\npop graphic-context'),
  zeros: () => Buffer.alloc(100_000),
  noise: () => Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 7_919) % 251)),
  'a decompression bomb of 16000 × 16000 pixels': () => decompressionBomb(16_000),
  'an image of 16385 × 16385 pixels': () => decompressionBomb(16_385),
}

const invalidPhotos: Attack[] = Object.entries(invalidFiles).flatMap(([what, readBytes]) =>
  (['add-image', 'replace-cover'] as const).map((intent): Attack => ({
    name: `${what} as a photo (${intent})`,
    // The upload stays until it expires, but the photos must not change.
    isAccepted: true,
    status: [413, 415, 422],
    send: async (target) => {
      const before = await listPhotos(target)
      const response = await target.editProject(0, {
        intent,
        uploadId: await target.upload(await readBytes(), 'photo.jpg'),
      })
      expect(await listPhotos(target)).toEqual(before)
      return response
    },
  })),
)

const protocol: Attack[] = [
  {
    name: 'attaching an upload of 0 bytes',
    isAccepted: true,
    status: [404, 415, 422],
    send: async (target) =>
      target.editProject(0, { intent: 'add-image', uploadId: idOf(await target.createUpload(0)) }),
  },
  ...['-1', '1.5', 'NaN', '', 'x', '1e3', '0x10', '9'.repeat(400)].map((length): Attack => ({
    name: `an upload with the length ${JSON.stringify(length.slice(0, 10))}`,
    status: [400, 413],
    send: (target) => target.createUpload(length),
  })),
  ...[120 * mb + 1, 130 * mb, Number.MAX_SAFE_INTEGER].map((length): Attack => ({
    name: `an upload with a length of ${length} bytes`,
    status: 413,
    send: (target) => target.createUpload(length),
  })),
  {
    name: 'an upload without a length',
    status: [400, 413],
    send: (target) => target.createUpload(0, { headers: { 'Upload-Length': '' } }),
  },
  {
    name: 'an upload that defers its length',
    status: [400, 413, 501],
    send: (target) =>
      target.request('/uploads', {
        as: 'admin',
        method: 'POST',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Defer-Length': '1' },
      }),
  },
  {
    name: 'an upload with another version of the protocol',
    status: [400, 412],
    send: (target) => target.createUpload(10, { headers: { 'Tus-Resumable': '0.2.2' } }),
  },
  ...(
    [
      ['filename', 201],
      ['filename !!!!', 400],
      ['a b,a c', 400],
      [' ', 400],
      [`filename ${'A'.repeat(9_000)}`, 201],
    ] as const
  ).map(([metadata, status]): Attack => ({
    name: `an upload with the metadata ${JSON.stringify(metadata.slice(0, 15))}`,
    isAccepted: status === 201 ? true : undefined,
    status,
    send: (target) => target.createUpload(10, { headers: { 'Upload-Metadata': metadata } }),
  })),
  ...['1', '-1', '5', 'x', '1e1', ''].map((offset): Attack => ({
    name: `bytes at the wrong offset ${JSON.stringify(offset)}`,
    isAccepted: true,
    status: [400, 403, 409],
    send: async (target) => target.sendPart(idOf(await target.createUpload(100)), offset, new Uint8Array(10)),
  })),
  {
    name: 'more bytes than the length of the upload',
    isAccepted: true,
    status: [400, 413],
    send: async (target) => target.sendPart(idOf(await target.createUpload(10)), 0, new Uint8Array(1_000)),
  },
  {
    name: 'bytes with the wrong content type',
    isAccepted: true,
    status: [403, 415],
    send: async (target) =>
      target.sendPart(idOf(await target.createUpload(10)), 0, new Uint8Array(10), {
        headers: { 'Content-Type': 'image/jpeg' },
      }),
  },
  ...[
    '0'.repeat(32),
    '../secret',
    '..%2fsecret',
    '%2e%2e%2fenfilade.db',
    'x',
    'f'.repeat(32) + '.json',
    '__proto__',
  ].map((id): Attack => ({
    name: `bytes for an upload with the id ${id}`,
    status: [400, 403, 404, 405],
    send: (target) => target.sendPart(id, 0, new Uint8Array(10)),
  })),
  {
    name: 'downloading an upload and its metadata',
    isAccepted: true,
    status: [404],
    send: async (target) => {
      const id = await target.uploadPhoto()
      return [
        await target.request(`/uploads/${id}`, { as: 'admin' }),
        await target.request(`/uploads/${id}.json`, { as: 'admin' }),
      ]
    },
  },
  {
    name: 'concatenating two uploads',
    isAccepted: true,
    status: 400,
    send: async (target) =>
      target.createUpload(10, {
        headers: {
          'Upload-Concat': `final;/uploads/${await target.uploadPhoto()} /uploads/${await target.uploadPhoto()}`,
        },
      }),
  },
  {
    name: '10 concurrent requests that attach one upload, which is attached once',
    isAccepted: true,
    status: 200,
    send: async (target) => {
      const uploadId = await target.uploadPhoto()
      return Promise.all(Array.from({ length: 10 }, () => target.editProject(0, { intent: 'add-image', uploadId })))
    },
    verify: async ({ site }) => {
      const attached = 'select "uploadId" from photos where "uploadId" is not null'
      expect(await site.query(`${attached} group by "uploadId" having count(*) > 1`)).toEqual([])
    },
  },
  {
    name: 'attaching an upload to a removed project',
    isAccepted: true,
    status: 404,
    send: async (target) => {
      const id = await target.createProject('Gone')
      await target.request('/work.data', { as: 'admin', form: { intent: 'delete', projectId: id } })
      return target.editProject(id, { intent: 'add-image', uploadId: await target.uploadPhoto() })
    },
  },
  {
    name: '500 concurrent requests that create an upload',
    isAccepted: true,
    isHardOnly: true,
    status: [201, 429, 503],
    send: (target) => Promise.all(Array.from({ length: 500 }, () => target.createUpload(1_000))),
  },
]

const comment = 'Manchester, 53.4808 N'
const trailingBytes = '<script>alert(document.cookie)</script><?php system("id"); ?>'
const hostileGainMaps: Readonly<Record<string, () => Promise<Buffer>>> = {
  'of 65,535 × 65,535 pixels': () => ultraHdrFile({ changeMap: (map) => withFrameSize(map, 65_535, 65_535) }),
  'of 24 megapixels in a few KB': () => ultraHdrFile({ changeMap: (map) => withFrameSize(map, 6_000, 4_000) }),
  'that begins beyond the end of the file': async () => withGainMapOffset(await ultraHdrFile(), 0x7fffffff),
}

const derivatives: Attack[] = [
  {
    name: 'derivatives of a JPEG with a comment and a trailing script, which contain neither',
    isAccepted: true,
    status: [200, 404],
    send: async (target) => {
      const bytes = withComment(await photoFile({ width: 700, height: 500 }))
      return readDerivatives(target, bytes)
    },
    verify: (_, responses) => expectNoPlantedText(responses),
  },
  {
    name: 'derivatives of a JPEG whose gain map has a comment and a trailing script, which contain neither',
    isAccepted: true,
    status: [200, 404],
    send: async (target) => readDerivatives(target, await ultraHdrFile({ changeMap: withComment })),
    verify: (_, responses) => {
      expectNoPlantedText(responses)
      expect(responses.filter(({ text }) => text.includes('hdrgm'))).not.toEqual([])
    },
  },
  ...Object.entries(hostileGainMaps).map(([what, readBytes]): Attack => ({
    name: `a gain map ${what}, which is ignored`,
    isAccepted: true,
    status: [200, 404],
    send: async (target) => readDerivatives(target, await readBytes()),
    verify: ({ site }, responses) => expectPhotoWithoutGainMap(site, responses),
  })),
]

/** Adds a photo to the first project and fetches all derivatives that its page links to, some of them of that photo. */
async function readDerivatives(target: TargetSite, bytes: Buffer): Promise<TextResponse[]> {
  const uploadId = await target.upload(bytes, 'x.jpg.php')
  const attached = await target.editProject(0, { intent: 'add-image', uploadId })
  expect(attached.status).toBe(200)
  await target.waitForDerivatives()
  const { text } = await target.request(target.projectPaths[0])
  const paths = [...new Set([...text.matchAll(/\/photos\/[\w./-]+/g)].map(([path]) => path))]
  expect(paths.length).toBeGreaterThan(2)
  const responses: TextResponse[] = []
  for (const path of paths) responses.push(await target.request(path))
  const [photo] = await target.site.query<{ id: string }>('select id from photos order by "createdAt" desc limit 1')
  expect(responses.filter(({ status }, n) => status === 200 && paths[n]?.includes(`/${photo?.id}/`))).not.toEqual([])
  return responses
}

function expectNoPlantedText(responses: readonly TextResponse[]): void {
  for (const { text, headers } of responses) {
    expect(text).not.toContain('alert(document')
    expect(text).not.toContain('Manchester')
    if (headers.get('Content-Type'))
      expect(headers.get('Content-Type')).toMatch(/^(image\/(avif|webp|jpeg)|text\/plain)/)
  }
}

async function expectPhotoWithoutGainMap(site: TargetSite['site'], responses: readonly TextResponse[]): Promise<void> {
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(2)
  const last = 'select state, "gainMap" from photos order by "createdAt" desc limit 1'
  expect(await site.query(last)).toEqual([{ state: 'ready', gainMap: 0 }])
}

function withComment(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), toSegment(0xfe, comment), jpeg.subarray(2), Buffer.from(trailingBytes)])
}

function listPhotos({ site }: TargetSite): Promise<unknown[]> {
  return site.query('select id, "storageKey", place, "deletedAt" from photos order by id')
}

function truncate(bytes: Buffer, fraction: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * fraction))
}

function withoutStillImage(avif: Buffer): Buffer {
  const bytes = Buffer.from(avif)
  bytes.write('avis', 8)
  bytes.write('moov', bytes.indexOf('meta'))
  return bytes
}

runAttacks('uploads', [...invalidPhotos, ...protocol, ...derivatives])
