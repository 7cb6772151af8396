import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { readObjects } from '#tests/support/object-store/create-bucket.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'

/** The file name that a client sends, and the stem that is stored. */
const fileNames: readonly (readonly [sent: string, stored: string])[] = [
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

const attacks: Attack[] = fileNames.map(([sent, storedStem], n) => ({
  name: `a photo with the file name ${JSON.stringify(sent.slice(0, 30))} (${n + 1}), stored as ${JSON.stringify(storedStem.slice(0, 30))}`,
  isAccepted: true,
  isHardOnly: n % 2 === 1,
  status: 200,
  send: async (target) =>
    target.editProject(0, { intent: 'add-image', uploadId: await target.upload(await photoFile(), sent) }),
  verify: async ({ site, bucket, projectIds: projects }) => {
    const rows = await site.query<{ storageKey: string }>(
      `select "storageKey" from photos where substr("storageKey", 1, 7) = 'Images/' order by "createdAt" desc`,
    )
    const [stem = '', number = ''] = /^Images\/(.*?)(-\d+)?\.jpg$/.exec(rows[0]?.storageKey ?? '')?.slice(1) ?? []
    expect(stem).toBe(`${projects[0]}_${storedStem}`)
    // The first file with a stem gets no number.
    const earlier = fileNames.slice(0, n).filter(([, other]) => other === storedStem)
    if (earlier.length === 0) expect(number).toBe('')
    const stored = bucket
      ? (await readObjects(bucket)).map(({ key }) => key).filter((key) => key.startsWith('Images/'))
      : readdirSync(join(site.dataDir, 'files', 'Images')).map((file) => `Images/${file}`)
    expect(stored.sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
    const expected = bucket ? /^(lock|secret|local-copies)$/ : /^(enfilade\.db(-wal|-shm)?|files|lock|secret|uploads)$/
    expect(readdirSync(site.dataDir).filter((file) => !expected.test(file))).toEqual([])
  },
}))

runAttacks('file names', attacks)
