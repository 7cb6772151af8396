import { deflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { bomb, photograph } from '#testing/photographs.ts'
import { attacks, settled, type Attack } from './attack.ts'
import { idOf, type Answer, type Siege } from './siege.ts'

const mb = 1024 * 1024

/** Files that are none of what may hang here. */
const files: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'one byte': () => Buffer.from([0xff]),
  'the first bytes of a JPEG': () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'the first bytes of a PNG': () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'the first bytes of a WebP': () => Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
  'a JPEG cut at 50 %': async () => cut(await photograph({ width: 800, height: 600 }), 0.5),
  'a JPEG cut at 99 %': async () => cut(await photograph({ width: 800, height: 600 }), 0.99),
  'a PNG cut at 50 %': async () => cut(await photograph({ as: 'png' }), 0.5),
  'a WebP cut at 50 %': async () => cut(await photograph({ as: 'webp' }), 0.5),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'HTML after the first bytes of a JPEG': () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'),
  ZIP: () => Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000))]),
  SVG: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG that reads files': () =>
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
  GIF: () => photograph({ as: 'gif' }),
  'ImageMagick’s own language': () =>
    Buffer.from('push graphic-context\nfill url(https://evil.example)\npop graphic-context'),
  zeros: () => Buffer.alloc(100_000),
  noise: () => Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 7_919) % 251)),
  'a bomb of 16000 × 16000 pixels': () => bomb(16_000),
  'a picture of 16385 pixels a side': () => bomb(16_385),
}

const noPictures: Attack[] = Object.entries(files).flatMap(([what, make]) =>
  (['add-image', 'replace-cover'] as const).map((intent): Attack => ({
    name: `${what} as a photograph (${intent})`,
    // The upload itself arrives and lies about until it is swept: what must not change is what hangs.
    taken: true,
    status: [413, 415, 422],
    send: async (siege) => {
      const before = hung(siege)
      const answer = await siege.edit(0, { intent, uploadId: await siege.upload(await make(), 'photo.jpg') })
      expect(hung(siege)).toEqual(before)
      return answer
    },
  })),
)

const lies: Attack[] = [
  ...[0].map((length): Attack => ({
    name: `an upload of ${length} bytes, hung`,
    taken: true,
    status: [404, 415, 422],
    send: async (siege) => siege.edit(0, { intent: 'add-image', uploadId: idOf(await siege.announce(length)) }),
  })),
  ...['-1', '1.5', 'NaN', '', 'x', '1e3', '0x10', '9'.repeat(400)].map((length): Attack => ({
    name: `an upload of ${JSON.stringify(length.slice(0, 10))} bytes`,
    status: [400, 413],
    send: (siege) => siege.announce(length),
  })),
  ...[50 * mb + 1, 60 * mb, Number.MAX_SAFE_INTEGER].map((length): Attack => ({
    name: `an upload announced as ${length} bytes`,
    status: 413,
    send: (siege) => siege.announce(length),
  })),
  {
    name: 'an upload without a length',
    status: [400, 413],
    send: (siege) => siege.announce(0, { headers: { 'Upload-Length': '' } }),
  },
  {
    name: 'an upload of a length to be told later',
    status: [400, 413, 501],
    send: (siege) =>
      siege.ask('/uploads', {
        as: 'admin',
        method: 'POST',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Defer-Length': '1' },
      }),
  },
  {
    name: 'an upload of another protocol',
    status: [400, 412],
    send: (siege) => siege.announce(10, { headers: { 'Tus-Resumable': '0.2.2' } }),
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
    name: `an upload described as ${JSON.stringify(metadata.slice(0, 15))}`,
    taken: status === 201 ? true : undefined,
    status,
    send: (siege) => siege.announce(10, { headers: { 'Upload-Metadata': metadata } }),
  })),
  ...['1', '-1', '5', 'x', '1e1', ''].map((offset): Attack => ({
    name: `bytes at the offset ${JSON.stringify(offset)}, which is not where it is`,
    taken: true,
    status: [400, 403, 409],
    send: async (siege) => siege.send(idOf(await siege.announce(100)), offset, new Uint8Array(10)),
  })),
  {
    name: 'more bytes than announced',
    taken: true,
    status: [400, 413],
    send: async (siege) => siege.send(idOf(await siege.announce(10)), 0, new Uint8Array(1_000)),
  },
  {
    name: 'bytes of the wrong type',
    taken: true,
    status: [403, 415],
    send: async (siege) =>
      siege.send(idOf(await siege.announce(10)), 0, new Uint8Array(10), { headers: { 'Content-Type': 'image/jpeg' } }),
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
    name: `bytes for the upload ${id}`,
    status: [400, 403, 404, 405],
    send: (siege) => siege.send(id, 0, new Uint8Array(10)),
  })),
  {
    name: 'an upload fetched back, and its notes',
    taken: true,
    status: [404],
    send: async (siege) => {
      const id = await siege.picture()
      return [
        await siege.ask(`/uploads/${id}`, { as: 'admin' }),
        await siege.ask(`/uploads/${id}.json`, { as: 'admin' }),
      ]
    },
  },
  {
    name: 'two uploads joined into one',
    taken: true,
    status: 400,
    send: async (siege) =>
      siege.announce(10, {
        headers: { 'Upload-Concat': `final;/uploads/${await siege.picture()} /uploads/${await siege.picture()}` },
      }),
  },
  {
    name: 'one upload hung ten times at once',
    taken: true,
    status: 200,
    send: async (siege) => {
      const uploadId = await siege.picture()
      return Promise.all(Array.from({ length: 10 }, () => siege.edit(0, { intent: 'add-image', uploadId })))
    },
    holds: ({ site }) =>
      expect(
        site.sql('select uploadId from photos where uploadId is not null group by uploadId having count(*) > 1'),
      ).toEqual([]),
  },
  {
    name: 'a picture for a project that is deleted',
    taken: true,
    status: 404,
    send: async (siege) => {
      const id = await siege.create('Gone')
      await siege.ask('/work.data', { as: 'admin', form: { intent: 'delete', projectId: id } })
      return siege.edit(id, { intent: 'add-image', uploadId: await siege.picture() })
    },
  },
  {
    name: 'five hundred announcements at once',
    taken: true,
    long: true,
    status: [201, 429, 503],
    send: (siege) => Promise.all(Array.from({ length: 500 }, () => siege.announce(1_000))),
  },
]

const place = 'Manchester, 53.4808 N'
const tail = '<script>alert(document.cookie)</script><?php system("id"); ?>'
const served: Attack[] = [
  {
    name: 'a script behind a good JPEG, and a place in its head: neither is in anything that is served',
    taken: true,
    status: [200, 404],
    send: async (siege) => {
      const picture = await photograph({ width: 700, height: 500 })
      const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), lengthOf(place), Buffer.from(place)])
      const bytes = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2), Buffer.from(tail)])
      const hangs = await siege.edit(0, { intent: 'add-image', uploadId: await siege.upload(bytes, 'x.jpg.php') })
      expect(hangs.status).toBe(200)
      await settled(siege)
      const { text } = await siege.ask(`/projects/${siege.projects[0]}`)
      const paths = [...new Set([...text.matchAll(/\/photos\/[\w./-]+/g)].map(([path]) => path))]
      expect(paths.length).toBeGreaterThan(2)
      const answers: Answer[] = []
      for (const path of paths) answers.push(await siege.ask(path))
      return answers
    },
    holds: (_, answers) => {
      for (const { text, headers } of answers) {
        expect(text).not.toContain('alert(document')
        expect(text).not.toContain('Manchester')
        if (headers.get('Content-Type'))
          expect(headers.get('Content-Type')).toMatch(/^(image\/(avif|webp|jpeg)|text\/plain)/)
      }
    },
  },
]

function hung({ site }: Siege): unknown[] {
  return site.sql('select id, storageKey, place, deletedAt from photos order by id')
}

function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

function lengthOf(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return length
}

attacks('uploads', [...noPictures, ...lies, ...served])
