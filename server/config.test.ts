import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, InvalidConfig } from './config.ts'

test('without settings the site listens on port 3000 of the loopback interface', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    backupDir: resolve('./data/backups'),
    origin: 'http://localhost:3000',
    databaseUrl: null,
    backupBucket: null,
    bucket: null,
    bucketConnection: { endpoint: null, region: 'us-east-1', pathStyle: false, credentials: null },
    trustedProxies: [],
    mail: null,
    sendsTelemetry: false,
    samples: true,
    secret: null,
  })
})

test('the default origin has the configured port', () => {
  expect(readConfig({ PORT: '8080' })).toMatchObject({ port: 8080, origin: 'http://localhost:8080' })
  expect(readConfig({ PORT: '8080', PUBLIC_ORIGIN: 'https://studio.example/' })).toMatchObject({
    origin: 'https://studio.example',
  })
})

test('settings replace the defaults', () => {
  expect(
    readConfig({
      HOST: '::',
      DATA_DIR: '/var/enfilade',
      SAMPLES: 'off',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgres://localhost/enfilade',
    }),
  ).toMatchObject({
    host: '::',
    dataDir: '/var/enfilade',
    samples: false,
    trustedProxies: ['10.0.0.0/8', '::1'],
    databaseUrl: 'postgres://localhost/enfilade',
  })
})

test('telemetry is sent if a collector is configured', () => {
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).sendsTelemetry).toBe(true)
})

test('an empty setting counts as missing', () => {
  expect(
    readConfig({
      PORT: '',
      HOST: '',
      DATA_DIR: '',
      PUBLIC_ORIGIN: '',
      SAMPLES: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      DATABASE_URL: '',
      TRUSTED_PROXIES: '',
    }),
  ).toEqual(readConfig({}))
})

test('other environment variables are ignored', () => {
  expect(readConfig({ PATH: '/bin', HOME: '/root' })).toEqual(readConfig({}))
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', 'Infinity'],
  ['PORT', '1e999'],
  ['DATABASE_URL', 'mysql://localhost/enfilade'],
  ['DATABASE_URL', 'enfilade'],
  ['PUBLIC_ORIGIN', 'studio.example'],
  ['PUBLIC_ORIGIN', 'ftp://studio.example'],
  ['PUBLIC_ORIGIN', 'javascript:alert(1)'],
  ['PUBLIC_ORIGIN', '/'],
  ['PUBLIC_ORIGIN', 'https://studio.example/portfolio'],
  ['PUBLIC_ORIGIN', 'https://studio.example/?from=here'],
  ['PUBLIC_ORIGIN', 'https://me@studio.example'],
  ['TRUSTED_PROXIES', 'localhost'],
  ['TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '*'],
  ['SAMPLES', 'yes'],
  ['SAMPLES', 'OFF'],
  ['SAMPLES', 'true'],
])('%s=%s is refused with one sentence that names the setting', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(InvalidConfig)
  expect(read).toThrow(new RegExp(`^Invalid setting ${name}: write .+\\.$`))
})

test.each([
  ['/srv/data', '/mnt/backups', '/mnt/backups'],
  ['/srv/data', '/srv/data-backups', '/srv/data-backups'],
  ['/srv/data', '/srv/data/backups/', '/srv/data/backups'],
  ['/srv/data', '/srv', '/srv'],
])('with the data in %s, backups may be in %s', (DATA_DIR, BACKUP_DIR, backupDir) => {
  expect(readConfig({ DATA_DIR, BACKUP_DIR })).toMatchObject({ backupDir })
})

test.each(['/srv/data', '/srv/data/', '/srv/data/files', '/srv/other/../data/files'])(
  'with the data in /srv/data, backups in %s are refused',
  (BACKUP_DIR) => {
    expect(() => readConfig({ DATA_DIR: '/srv/data', BACKUP_DIR })).toThrow(
      'Invalid setting BACKUP_DIR: choose a folder outside DATA_DIR.',
    )
  },
)

test('SMTP_URL has the default ports of RFC 8314, and its user and password are percent-decoded', () => {
  const from = { name: 'Studio', address: 'anna@studio.example' }
  const read = (SMTP_URL: string, MAIL_FROM = 'Studio <anna@studio.example>') =>
    readConfig({ SMTP_URL, MAIL_FROM }).mail
  const withoutLogIn = { user: '', password: '', from }
  expect(read('smtp://mail.example')).toEqual({ host: 'mail.example', port: 587, secure: false, ...withoutLogIn })
  expect(read('smtps://mail.example/')).toEqual({ host: 'mail.example', port: 465, secure: true, ...withoutLogIn })
  expect(read('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25 })
  expect(read('smtps://anna%40studio.example:a%23b%2Fc%3F@mail.example:1465')).toMatchObject({
    port: 1465,
    user: 'anna@studio.example',
    password: 'a#b/c?',
  })
  expect(read('smtp://mail.example', 'anna@studio.example')?.from).toEqual({ ...from, name: '' })
  expect(read('smtp://mail.example', '"Ä, Ö" <anna@studio.example>')?.from.name).toBe('Ä, Ö')
})

const invalidMailSettings: readonly (readonly [string | undefined, string | undefined, RegExp])[] = [
  ...[
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?tls=no',
    'smtps://anna:pass#word@mail.example',
    'smtps://anna:pass/word@mail.example',
    'smtps://anna@mail.example',
    'smtps://anna:100%@mail.example',
    'smtp://mail.example:70000',
  ].map((url) => [url, 'a@b.example', /^Invalid setting SMTP_URL: write a URL like smtps:/] as const),
  ...['anna', 'Anna <anna>', 'a@b.example, c@d.example', 'A\r\nBcc: x@y.example <a@b.example>'].map(
    (from) => ['smtp://mail.example', from, /^Invalid setting MAIL_FROM: write an e-mail address/] as const,
  ),
  ['smtp://mail.example', undefined, /^Invalid setting MAIL_FROM: .+, because SMTP_URL is set\.$/],
  [undefined, 'a@b.example', /^Invalid setting SMTP_URL: .+, because MAIL_FROM is set\.$/],
]
test.each(invalidMailSettings)(
  'SMTP_URL %j with MAIL_FROM %j is refused, and the message does not repeat the password',
  (SMTP_URL, MAIL_FROM, sentence) => {
    const read = () => readConfig({ SMTP_URL, MAIL_FROM })
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(/pass.word|anna:100/)
  },
)

const database = { DATABASE_URL: 'postgres://localhost/enfilade' }

test('without an endpoint the bucket is on AWS, with the credentials of the machine', () => {
  const bucket = { name: 'studio', endpoint: null, region: 'eu-west-2', pathStyle: false, credentials: null }
  expect(readConfig({ ...database, S3_BUCKET: 'studio', S3_REGION: 'eu-west-2' })).toMatchObject({ bucket })
})

test('at another endpoint, the name of the bucket is part of the path unless S3_PATH_STYLE is off', () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const settings = { ...database, S3_BUCKET: 'studio', S3_ENDPOINT: 'https://storage.example', ...keys }
  const bucket = {
    name: 'studio',
    endpoint: 'https://storage.example',
    region: 'us-east-1',
    pathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  }
  expect(readConfig(settings)).toMatchObject({ bucket })
  expect(readConfig({ ...settings, S3_PATH_STYLE: 'off' })).toMatchObject({ bucket: { ...bucket, pathStyle: false } })
})

test('backups can be in a bucket, whether or not the files are in one', () => {
  const settings = { S3_ENDPOINT: 'https://storage.example', BACKUP_DIR: 's3://backups/a-studio/nights' }
  const backupBucket = { bucket: { name: 'backups', endpoint: settings.S3_ENDPOINT }, prefix: 'a-studio/nights/' }
  expect(readConfig(settings)).toMatchObject({ bucket: null, backupBucket })
  const bucket = { name: 'studio', endpoint: settings.S3_ENDPOINT }
  expect(readConfig({ ...database, ...settings, S3_BUCKET: 'studio' })).toMatchObject({ bucket, backupBucket })
  expect(readConfig({ BACKUP_DIR: 's3://backups/' })).toMatchObject({
    backupDir: readConfig({}).backupDir,
    backupBucket: { prefix: '' },
  })
  expect(readConfig({ BACKUP_DIR: '/backups' })).toMatchObject({ backupDir: '/backups', backupBucket: null })
})

test.each([
  ['BACKUP_DIR', { BACKUP_DIR: 's3://' }],
  ['BACKUP_DIR', { S3_ENDPOINT: 'https://storage.example', BACKUP_DIR: 's3://Backups' }],
  ['BACKUP_DIR', { BACKUP_DIR: 's3:/backups' }],
  ['BACKUP_DIR', { BACKUP_DIR: 'S3://backups' }],
  ['BACKUP_DIR', { BACKUP_DIR: 's3://backups/../other' }],
  ['BACKUP_DIR', { BACKUP_DIR: 's3://backups//other' }],
  ['BACKUP_DIR', { ...database, S3_BUCKET: 'studio', BACKUP_DIR: 's3://studio/backups' }],
  ['S3_BUCKET', { ...database, S3_ENDPOINT: 'https://storage.example' }],
  ['S3_BUCKET', { ...database, S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }],
  ['DATABASE_URL', { S3_BUCKET: 'studio' }],
  ['S3_SECRET_ACCESS_KEY', { ...database, S3_BUCKET: 'studio', S3_ACCESS_KEY_ID: 'key' }],
  ['S3_SECRET_ACCESS_KEY', { ...database, S3_BUCKET: 'studio', S3_SECRET_ACCESS_KEY: 'secret' }],
  ['S3_ENDPOINT', { ...database, S3_BUCKET: 'studio', S3_ENDPOINT: 'storage.example' }],
  ['SECRET', { ...database, S3_BUCKET: 'studio', SECRET: 'x'.repeat(42) }],
  ['SECRET', { ...database, SECRET: 'x'.repeat(43) }],
  ['S3_PATH_STYLE', { ...database, S3_BUCKET: 'studio', S3_PATH_STYLE: 'yes' }],
])('bucket settings with an invalid or missing %s are refused', (name, settings) => {
  expect(() => readConfig(settings)).toThrow(`Invalid setting ${name}`)
})
