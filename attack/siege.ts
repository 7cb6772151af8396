import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Site } from '#e2e/site.ts'
import { photograph } from '#testing/photographs.ts'

/** Everybody who may stand before the door. */
export type Somebody = 'anonymous' | 'member' | 'admin' | 'former admin' | 'expired'

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A request as its author wants it; what is not said is as a page of the site would send it. */
export interface Wish {
  readonly as?: Somebody
  /** A cookie instead of that person's. */
  readonly cookie?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | ReadableStream
  /** The address it comes from; each request has another one, unless it is said. */
  readonly from?: string
}

export const password = 'a door that leads nowhere'
const resumable = { 'Tus-Resumable': '1.0.0' }
let strangers = 0

/** An address that nobody has used before. */
export function stranger(): string {
  strangers += 1
  return `10.${(strangers >> 16) & 255}.${(strangers >> 8) & 255}.${strangers & 255}`
}

/** A real process with a small portfolio, and people of every kind before its door. */
export class Siege {
  readonly site: Site
  readonly cookies: Record<Somebody, string> = { anonymous: '', member: '', admin: '', 'former admin': '', expired: '' }
  /** Two projects; each has a cover and two images. */
  projects: string[] = []

  private constructor(site: Site) {
    this.site = site
  }

  static async lay(): Promise<Siege> {
    // Little room: what is not let go of shows soon, and a large machine collects no garbage until it must.
    const siege = new Siege(await Site.open(null, { SAMPLES: 'off', NODE_OPTIONS: '--max-old-space-size=192' }))
    for (const somebody of ['member', 'admin', 'former admin', 'expired'] as const) {
      siege.cookies[somebody] = await siege.signUp(emailOf(somebody))
    }
    for (const somebody of ['admin', 'former admin'] as const) await siege.site.owner('grant', emailOf(somebody))
    // An admin who has been at work, in the session that goes on.
    await siege.ask('/create', { as: 'former admin' })
    await siege.site.owner('revoke', emailOf('former admin'))
    siege.site.sql(
      `update authSession set updatedAt = '2020-01-01T00:00:00.000Z'
       where userId = (select id from authUser where email = ?)`,
      emailOf('expired'),
    )
    // The first knock finds the session ended, and takes it out of the table.
    await siege.ask('/work', { as: 'expired' })
    for (const name of ['Alder House', 'Birch House']) siege.projects.push(await siege.create(name))
    return siege
  }

  /** Makes an account; gives the cookie of its session. */
  async signUp(email: string): Promise<string> {
    const answer = await this.ask('/signup', { form: { email, password } })
    return cookieOf(answer)
  }

  async logIn(somebody: Somebody): Promise<string> {
    return cookieOf(await this.ask('/login', { form: { email: emailOf(somebody), password } }))
  }

  async ask(path: string, wish: Wish = {}): Promise<Answer> {
    const body = wish.form ? new URLSearchParams(formOf(wish.form)) : wish.body
    const cookie = wish.cookie ?? this.cookies[wish.as ?? 'anonymous']
    const response = await fetch(this.site.origin + path, {
      method: wish.method ?? (body ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        Origin: this.site.origin,
        // A kept connection may be closed by the other side in the very moment it is used again.
        Connection: 'close',
        'X-Forwarded-For': wish.from ?? stranger(),
        ...(cookie && { Cookie: cookie }),
        ...wish.headers,
      },
      ...(body && { body: body instanceof Uint8Array ? new Uint8Array(body) : body, duplex: 'half' }),
      signal: AbortSignal.timeout(30_000),
    } as RequestInit)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Writes these very bytes to the socket, and reads until the other side is done or silent. */
  async raw(piece: string | Buffer, patienceMs = 3_000): Promise<Answer> {
    const heard = await new Promise<string>((resolve, reject) => {
      let said = ''
      const socket = connect(this.site.port, '127.0.0.1')
      socket.setTimeout(patienceMs, () => socket.destroy())
      socket.on('connect', () => socket.write(piece))
      socket.on('data', (chunk) => {
        said += chunk.toString('latin1')
        // The answer is whole enough to be judged: nothing below needs more than one.
        if (/\r\n\r\n/.test(said)) setTimeout(() => socket.destroy(), 100)
      })
      socket.on('error', () => {})
      socket.on('close', () =>
        said ? resolve(said) : reject(new Error('the connection was closed without an answer')),
      )
    })
    const [head = '', ...rest] = heard.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const headers = new Headers()
    for (const field of fields)
      headers.append(field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim())
    return { status: Number(line.split(' ')[1]), headers, text: rest.join('\r\n\r\n') }
  }

  /** Announces an upload. */
  announce(length: number | string, wish: Wish = {}, name = 'photo.jpg'): Promise<Answer> {
    const named = `filename ${Buffer.from(name).toString('base64')}`
    const headers = { ...resumable, 'Upload-Length': String(length), 'Upload-Metadata': named, ...wish.headers }
    return this.ask('/uploads', { as: 'admin', method: 'POST', ...wish, headers })
  }

  /** Sends bytes of an upload. */
  send(id: string, offset: number | string, body: Uint8Array, wish: Wish = {}): Promise<Answer> {
    const type = { 'Content-Type': 'application/offset+octet-stream' }
    const headers = { ...resumable, ...type, 'Upload-Offset': String(offset), ...wish.headers }
    return this.ask(`/uploads/${id}`, { as: 'admin', method: 'PATCH', body, ...wish, headers })
  }

  /** Uploads all of a file; gives the upload's id. */
  async upload(bytes: Uint8Array, name = 'photo.jpg'): Promise<string> {
    const id = idOf(await this.announce(bytes.length, {}, name))
    if (bytes.length > 0) await this.send(id, 0, bytes)
    return id
  }

  /** What the admin asks of a project. */
  edit(project: number | string, form: Readonly<Record<string, string>>, wish: Wish = {}): Promise<Answer> {
    const id = typeof project === 'number' ? this.projects[project] : project
    return this.ask(`/projects/${id}.data`, { as: 'admin', form, ...wish })
  }

  async create(name: string): Promise<string> {
    const [cover, ...images] = [await this.picture(), await this.picture(), await this.picture()]
    const form = [
      ['name', name],
      ['details', 'Oak.'],
      ['requestId', name],
      ['cover', cover],
    ] as [string, string][]
    for (const image of images) form.push(['images', image])
    const answer = await this.ask('/create.data', { as: 'admin', form })
    if (answer.status !== 200) throw new Error(`the project was not made: ${answer.status} ${answer.text}`)
    return this.site.sql<{ id: string }>('select id from projects where name = ?', name)[0]?.id ?? ''
  }

  /** A good photograph that has arrived. */
  async picture(): Promise<string> {
    return this.upload(await photograph())
  }

  images(project: number): string[] {
    const rows = this.site.sql<{ id: string }>(
      `select id from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
      this.projects[project] ?? '',
    )
    return rows.map((row) => row.id)
  }

  /** Memory in megabytes, and open files. */
  get weight(): { megabytes: number; open: number } {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.site.pid}/status`, 'utf8')) ?? []
    return { megabytes: Number(kilobytes) / 1024, open: readdirSync(`/proc/${this.site.pid}/fd`).length }
  }
}

export function emailOf(somebody: Somebody): string {
  return `${somebody.replace(' ', '-')}@example.com`
}

/** The id of the upload that was just announced. */
export function idOf(answer: Answer): string {
  return answer.headers.get('Location')?.split('/').at(-1) ?? ''
}

function cookieOf(answer: Answer): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`nobody was let in: ${answer.status}`)
  return cookies.join('; ')
}

function formOf(form: NonNullable<Wish['form']>): string[][] {
  return (Array.isArray(form) ? form : Object.entries(form)).map(([name, value]) => [name, value])
}
