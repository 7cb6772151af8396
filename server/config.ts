import { isIP } from 'node:net'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'

/** The settings that README.md lists, validated. */
export type Config = z.infer<typeof settings>

const settings = z
  .object({
    PORT: z.string().default('3000').transform(Number).refine(isPort, 'write a number from 1 to 65535'),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    BACKUP_DIR: z.string().optional(),
    PUBLIC_ORIGIN: z
      .string()
      .refine(isOrigin, 'write the URL of the site without a path, like https://studio.example')
      .optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'write a URL that begins with postgres://' }).optional(),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'write a URL that begins with https://' }).optional(),
    S3_REGION: z.string().optional(),
    S3_PATH_STYLE: z.enum(['on', 'off'], { error: 'write on or off' }).optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    SECRET: z.string().min(43, 'write at least 43 random characters, as ‘openssl rand -base64 32’ prints').optional(),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((proxy) => proxy.trim())
          .filter(Boolean),
      )
      .refine((proxies) => proxies.every(isProxy), 'write addresses or networks like 10.0.0.0/8, separated by commas'),
    SMTP_URL: z
      .string()
      .transform(parseSmtpUrl)
      .refine(
        (server) => server !== null,
        'write a URL like smtps://user:password@mail.example:465, with % codes for the special characters of the password',
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(parseSender)
      .refine(
        (sender) => sender !== null,
        'write an e-mail address, or a name and an address like Studio <a@b.example>',
      )
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'write the URL of a collector that begins with https:// or http://' })
      .optional(),
    SAMPLES: z.enum(['on', 'off'], { error: 'write on or off' }).default('on'),
  })
  .refine(isBackupDirOutside, { path: ['BACKUP_DIR'], error: 'choose a folder outside DATA_DIR' })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: 'write the address that e-mails come from, because SMTP_URL is set',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => MAIL_FROM === undefined || SMTP_URL !== undefined, {
    path: ['SMTP_URL'],
    error: 'write the URL of the mail server, because MAIL_FROM is set',
  })
  .refine(
    (values) => values.S3_BUCKET !== undefined || isBucketUrl(values.BACKUP_DIR ?? '') || !hasBucketSettings(values),
    {
      path: ['S3_BUCKET'],
      error: 'write the name of the bucket, because other settings that begin with S3_ are set',
    },
  )
  .refine(({ BACKUP_DIR }) => !isBucketUrl(BACKUP_DIR ?? '') || parseBucketUrl(BACKUP_DIR ?? '') !== null, {
    path: ['BACKUP_DIR'],
    error: 'write the URL of a bucket, with a folder in it if you like, such as s3://backups/studio',
  })
  .refine(
    ({ BACKUP_DIR = '', S3_BUCKET }) => S3_BUCKET === undefined || parseBucketUrl(BACKUP_DIR)?.name !== S3_BUCKET,
    {
      path: ['BACKUP_DIR'],
      error: 'choose a bucket other than S3_BUCKET',
    },
  )
  .refine(({ S3_BUCKET, DATABASE_URL }) => S3_BUCKET === undefined || DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    error: 'write the URL of a PostgreSQL database, because S3_BUCKET is set',
  })
  .refine((values) => (values.S3_ACCESS_KEY_ID === undefined) === (values.S3_SECRET_ACCESS_KEY === undefined), {
    path: ['S3_SECRET_ACCESS_KEY'],
    error: 'set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither',
  })
  .refine(({ SECRET, S3_BUCKET }) => SECRET === undefined || S3_BUCKET !== undefined, {
    path: ['SECRET'],
    error: 'remove it, because it is only for processes that share a bucket',
  })
  .transform((values) => ({
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    ...readBackupSettings(values),
    origin: new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin,
    databaseUrl: values.DATABASE_URL ?? null,
    bucket: values.S3_BUCKET === undefined ? null : { name: values.S3_BUCKET, ...readConnection(values) },
    bucketConnection: readConnection(values),
    secret: values.SECRET ?? null,
    trustedProxies: values.TRUSTED_PROXIES,
    mail: values.SMTP_URL && values.MAIL_FROM ? { ...values.SMTP_URL, from: values.MAIL_FROM } : null,
    sendsTelemetry: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    samples: values.SAMPLES === 'on',
  }))

/** Reads the settings from the environment; throws `InvalidConfig`, which names the invalid setting. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = settings.safeParse(values)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new InvalidConfig(`Invalid setting ${String(issue?.path[0])}: ${issue?.message}.`)
}

export class InvalidConfig extends Error {}

interface BucketSettings {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_REGION?: string | undefined
  readonly S3_PATH_STYLE?: 'on' | 'off' | undefined
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

function hasBucketSettings(values: BucketSettings): boolean {
  const { S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  return [S3_ENDPOINT, S3_REGION, S3_PATH_STYLE, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].some(Boolean)
}

/** The connection settings, which the bucket for files and the bucket for backups share. */
function readConnection(values: BucketSettings) {
  const { S3_ENDPOINT: endpoint = null, S3_ACCESS_KEY_ID: accessKeyId } = values
  return {
    endpoint,
    region: values.S3_REGION ?? 'us-east-1',
    pathStyle: (values.S3_PATH_STYLE ?? (endpoint === null ? 'off' : 'on')) === 'on',
    credentials: accessKeyId === undefined ? null : { accessKeyId, secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '' },
  }
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

function isBackupDirOutside({ DATA_DIR, BACKUP_DIR }: { DATA_DIR: string; BACKUP_DIR?: string | undefined }): boolean {
  if (BACKUP_DIR === undefined || isBucketUrl(BACKUP_DIR)) return true
  const [data, backups] = [resolve(DATA_DIR), resolve(BACKUP_DIR)]
  return backups === defaultBackupDir(data) || !(backups + sep).startsWith(data + sep)
}

/** `backupDir` is the folder of the nightly backups, or the default folder if they are in a bucket. */
function readBackupSettings({
  DATA_DIR,
  BACKUP_DIR,
  ...values
}: BucketSettings & { DATA_DIR: string; BACKUP_DIR?: string | undefined }) {
  const parsed = parseBucketUrl(BACKUP_DIR ?? '')
  if (!parsed) return { backupDir: resolve(BACKUP_DIR ?? defaultBackupDir(DATA_DIR)), backupBucket: null }
  const { name, prefix } = parsed
  return {
    backupDir: resolve(defaultBackupDir(DATA_DIR)),
    backupBucket: { bucket: { name, ...readConnection(values) }, prefix },
  }
}

/** Whether `text` begins like the URL of a bucket; `parseBucketUrl` may still refuse it. */
export function isBucketUrl(text: string): boolean {
  return /^s3:/i.test(text)
}

/** Parses `s3://bucket` or `s3://bucket/folder`; `null` for other texts. The prefix is empty or ends with `/`. */
export function parseBucketUrl(text: string): { readonly name: string; readonly prefix: string } | null {
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  const [, name, path = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/\w[\w.-]*)*)\/?$/.exec(text) ?? []
  return name === undefined ? null : { name, prefix: path === '' ? '' : `${path.slice(1)}/` }
}

/** The folder of the nightly backups if `BACKUP_DIR` is not set; the first backup creates it. */
export function defaultBackupDir(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** Whether `text` is an http or https URL without path, query or user: the site runs at the root of its host. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { href, origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

/** `null` for other texts, or if only one of user and password is given. Default ports as in RFC 8314. */
function parseSmtpUrl(text: string) {
  // Otherwise the URL parser would read part of an unencoded password as the host or the path.
  if (!/^smtps?:\/\/[^/?#\s]+\/?$/i.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  const secure = protocol === 'smtps:'
  const [user, pass] = [decode(username), decode(password)]
  if (!hostname || user === null || pass === null || (user === '') !== (pass === '')) return null
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    user,
    password: pass,
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Parses `a@b.example` or `Studio <a@b.example>`; `null` for an invalid address. */
function parseSender(text: string): { name: string; address: string } | null {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = inBrackets ?? text.trim()
  return z.regexes.html5Email.test(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : null
}

function isProxy(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
