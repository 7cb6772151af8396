import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { photograph } from '#testing/photographs.ts'

const names: readonly string[] = [
  '../../../../tmp/evil.jpg',
  '..\\..\\evil.jpg',
  '/etc/passwd',
  'C:\\windows\\evil.jpg',
  '....//....//evil.jpg',
  '%2e%2e%2fevil.jpg',
  '..%c0%af..%c0%afevil.jpg',
  'a\0.jpg',
  'photo\u202egpj.exe',
  `${'x'.repeat(251)}.jpg`,
  `${'部'.repeat(80)}.jpg`,
  'caf\u00e9.jpg',
  'cafe\u0301.jpg',
  '.htaccess',
  'con.jpg',
  'aux',
  '🪑🪑.jpg',
  '',
  ' ',
  '.',
  '..',
  '.jpg',
  'a.php.jpg',
  'a.jpg.php',
  'a.html',
  '<img src=x onerror=alert(1)>.jpg',
  '"; drop table photos; --.jpg',
  'line\r\nbreak.jpg',
  '$(id).jpg',
  '`id`.jpg',
  '_.jpg',
  '%.jpg',
  '-rf.jpg',
  'a b.jpg',
  'photo.jpg',
  'photo.jpg',
  'PHOTO.JPG',
  '\ud800.jpg',
  '\u2028.jpg',
  '.temporary/evil.jpg',
]

const key = /^Images\/[0-9a-f-]{36}_[^/\\\0-\x1f\u2028\u202e]{1,120}\.jpg$/

const list: Attack[] = names.map((name, n) => ({
  name: `a photograph called ${JSON.stringify(name.slice(0, 30))} (${n + 1})`,
  taken: true,
  long: n % 2 === 1,
  status: 200,
  send: async (siege) => siege.edit(0, { intent: 'add-image', uploadId: await siege.upload(await photograph(), name) }),
  holds: ({ site }) => {
    const [last] = site.sql<{ storageKey: string }>('select storageKey from photos order by rowid desc limit 1')
    expect(last?.storageKey).toMatch(key)
    expect(Buffer.byteLength(last?.storageKey.split('_')[1] ?? '')).toBeLessThanOrEqual(90)
    const stored = readdirSync(join(site.dataDir, 'files', 'Images')).map((file) => `Images/${file}`)
    expect(stored).toContain(last?.storageKey)
    expect(
      readdirSync(site.dataDir).filter((file) => !/^(enfilade\.db(-wal|-shm)?|files|secret|uploads)$/.test(file)),
    ).toEqual([])
  },
}))

attacks('file names', list)
