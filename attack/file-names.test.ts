import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { photograph } from '#testing/photographs.ts'

/** What it is called by whoever sends it, and the name that is left of that. */
const names: readonly (readonly [given: string, kept: string])[] = [
  ['../../../../tmp/evil.jpg', 'evil'],
  ['..\\..\\evil.jpg', 'evil'],
  ['/etc/passwd', 'passwd'],
  ['C:\\windows\\evil.jpg', 'evil'],
  ['....//....//evil.jpg', 'evil'],
  ['%2e%2e%2fevil.jpg', '2e2e2fevil'],
  ['..%c0%af..%c0%afevil.jpg', 'c0af..c0afevil'],
  ['a\0.jpg', 'a'],
  ['photo\u202egpj.exe', 'photogpj'],
  [`${'x'.repeat(251)}.jpg`, 'x'.repeat(80)],
  [`${'部'.repeat(80)}.jpg`, '部'.repeat(26)],
  ['caf\u00e9.jpg', 'caf\u00e9'],
  ['cafe\u0301.jpg', 'caf\u00e9'],
  ['.htaccess', 'image'],
  ['con.jpg', '_con'],
  ['aux', '_aux'],
  ['🪑🪑.jpg', '🪑🪑'],
  ['', 'image'],
  [' ', 'image'],
  ['.', 'image'],
  ['..', 'image'],
  ['.jpg', 'image'],
  ['a.php.jpg', 'a.php'],
  ['a.jpg.php', 'a.jpg'],
  ['a.html', 'a'],
  ['<img src=x onerror=alert(1)>.jpg', 'img src=x onerror=alert(1)'],
  ['"; drop table photos; --.jpg', '; drop table photos; --'],
  ['line\r\nbreak.jpg', 'linebreak'],
  ['$(id).jpg', '$(id)'],
  ['`id`.jpg', '`id`'],
  ['_.jpg', '_'],
  ['%.jpg', 'image'],
  ['-rf.jpg', '-rf'],
  ['a b.jpg', 'a b'],
  ['photo.jpg', 'photo'],
  ['photo.jpg', 'photo'],
  ['PHOTO.JPG', 'PHOTO'],
  ['\ud800.jpg', '\ufffd'],
  ['\u2028.jpg', 'image'],
  ['.temporary/evil.jpg', 'evil'],
]

const list: Attack[] = names.map(([given, kept], n) => ({
  name: `a photograph called ${JSON.stringify(given.slice(0, 30))} (${n + 1})`,
  taken: true,
  long: n % 2 === 1,
  status: 200,
  send: async (siege) =>
    siege.edit(0, { intent: 'add-image', uploadId: await siege.upload(await photograph(), given) }),
  holds: ({ site, projects }) => {
    const rows = site.sql<{ storageKey: string }>(
      `select storageKey from photos where storageKey glob 'Images/*' order by rowid desc`,
    )
    const [stem = '', copy = ''] = /^Images\/(.*?)(-\d+)?\.jpg$/.exec(rows[0]?.storageKey ?? '')?.slice(1) ?? []
    expect(stem).toBe(`${projects[0]}_${kept}`)
    // The first of a name has it alone: whoever comes later takes nobody's place.
    const earlier = names.slice(0, n).filter(([, other]) => other === kept)
    if (earlier.length === 0) expect(copy).toBe('')
    const stored = readdirSync(join(site.dataDir, 'files', 'Images')).map((file) => `Images/${file}`)
    expect(stored.sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
    expect(
      readdirSync(site.dataDir).filter((file) => !/^(enfilade\.db(-wal|-shm)?|files|secret|uploads)$/.test(file)),
    ).toEqual([])
  },
}))

attacks('file names', list)
