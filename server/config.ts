import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/** The settings, as README.md lists them. */
export type Config = z.infer<typeof settings>

const settings = z
  .object({
    PORT: z.string().default('3000').transform(Number).refine(isPort, 'write a number from 1 to 65535'),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    PUBLIC_ORIGIN: z
      .string()
      .refine(isOrigin, 'write where the site begins, like https://studio.example, and nothing behind it')
      .optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'write an address that begins with postgres://' })
      .optional(),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((hop) => hop.trim())
          .filter(Boolean),
      )
      .refine((hops) => hops.every(isHop), 'write addresses or networks like 10.0.0.0/8, with commas between'),
    SAMPLES: z.enum(['on', 'off'], { error: 'write on or off' }).default('on'),
  })
  .transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    dataDir: resolve(given.DATA_DIR),
    origin: new URL(given.PUBLIC_ORIGIN ?? `http://localhost:${given.PORT}`).origin,
    /** A PostgreSQL instead of the SQLite file in the data folder. */
    databaseUrl: given.DATABASE_URL ?? null,
    /** Whose word about the address of a visitor is believed. */
    trustedProxies: given.TRUSTED_PROXIES,
    samples: given.SAMPLES === 'on',
  }))

/** Reads the environment; throws one sentence that names the setting that is wrong. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new WrongSetting(`The setting ${String(issue?.path[0])} is not right: ${issue?.message}.`)
}

/** A setting that stops the start. */
export class WrongSetting extends Error {}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

/** An address without a path, a query or a name: the site lives at the root of its host. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { href, origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

/** An address or a network. */
function isHop(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}
