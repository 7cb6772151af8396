import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { markAsBackedUp } from '#tests/support/site/site-state.ts'
import { copyStores, deleteStores, settingsOfStores, type SiteStores } from '#tests/support/site/site-stores.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { measureMemory, type MemoryUse } from '#tests/support/measure-memory.ts'

/** Who sends a request. The session of `expired` has expired. */
export type Actor = 'anonymous' | 'user' | 'admin' | 'former admin' | 'expired'

/** A response whose body has been read. */
export interface TextResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The differences from a GET request of an anonymous visitor. */
export interface RequestOptions {
  readonly as?: Actor
  /** Replaces the cookie of `as`. */
  readonly cookie?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | ReadableStream
  /** By default each request comes from a new address. */
  readonly clientAddress?: string
}

export const password = 'a door that leads nowhere'
const resumable = { 'Tus-Resumable': '1.0.0' }
/** Generous, because the machine may be busy. */
const requestTimeoutMs = 120_000
const responseTimeoutMs = 60_000
const deriveTimeoutMs = 600_000
let clientCount = 0

/** A client address that was not used before. */
export function freshClientAddress(): string {
  clientCount += 1
  return `10.${(clientCount >> 16) & 255}.${(clientCount >> 8) & 255}.${clientCount & 255}`
}

/** A data folder with a small portfolio, and the sessions in it. */
export interface PreparedTarget extends SiteStores {
  readonly dataDir: string
  readonly cookies: Readonly<Record<Actor, string>>
  readonly projectIds: readonly string[]
}

/** A running site with a small portfolio and a session for each actor. */
export class TargetSite {
  readonly site: SiteProcess
  readonly #stores: SiteStores
  readonly cookies: Record<Actor, string> = { anonymous: '', user: '', admin: '', 'former admin': '', expired: '' }
  /** The ids of two projects, each with a cover and two images. */
  projectIds: string[] = []
  readonly projectPaths = ['/projects/alder-house', '/projects/birch-house'] as const

  private constructor(site: SiteProcess, stores: SiteStores) {
    this.site = site
    this.#stores = stores
  }

  get bucket(): SiteStores['bucket'] {
    return this.#stores.bucket
  }

  /**
   * Creates the data that every target site copies, because creating accounts and derivatives takes seconds: in a new
   * folder, and in these stores, which must be empty.
   */
  static async prepare(stores: SiteStores): Promise<PreparedTarget> {
    const target = new TargetSite(await SiteProcess.open(null, { SAMPLES: 'off', ...settingsOfStores(stores) }), stores)
    const { site, cookies, projectIds } = target
    await markAsBackedUp(site)
    for (const actor of ['user', 'admin', 'former admin', 'expired'] as const) {
      cookies[actor] = await target.signUp(emailOf(actor))
    }
    for (const actor of ['admin', 'former admin'] as const)
      await site.runAdminCommand('grant', emailOf(actor), '--keep-password')
    // Uses the session as an admin. The session stays open when the role is revoked.
    await target.request('/create', { as: 'former admin' })
    await site.runAdminCommand('revoke', emailOf('former admin'))
    await site.query(
      `update "authSession" set "updatedAt" = '2020-01-01T00:00:00.000Z'
       where "userId" = (select id from "authUser" where email = ?)`,
      emailOf('expired'),
    )
    // The session is refused. A background job deletes its row.
    await target.request('/work', { as: 'expired' })
    for (const name of ['Alder House', 'Birch House']) projectIds.push(await target.createProject(name))
    await target.waitForDerivatives()
    // Closes the database, so that it can be copied.
    await site.stop()
    return { dataDir: site.dataDir, ...stores, cookies, projectIds }
  }

  /** Starts a site on a copy of the prepared data. */
  static async open({ dataDir, cookies, projectIds, ...prepared }: PreparedTarget): Promise<TargetSite> {
    const stores = await copyStores(prepared)
    // With a small heap a leak shows early, and garbage is collected soon even on a machine with much memory.
    const site = await SiteProcess.open(dataDir, {
      SAMPLES: 'off',
      ...settingsOfStores(stores),
      NODE_OPTIONS: '--max-old-space-size=192 --inspect-port=0',
    })
    const target = new TargetSite(site, stores)
    Object.assign(target.cookies, cookies)
    target.projectIds = [...projectIds]
    return target
  }

  /** Kills the process and deletes its data. */
  async close(): Promise<void> {
    await this.site.close()
    await deleteStores(this.#stores)
  }

  /** Waits until no photo is being derived: afterwards only a request can change stored data. */
  async waitForDerivatives(): Promise<void> {
    const waiting = `select id from photos where state = 'waiting' and "deletedAt" is null`
    const deadline = performance.now() + deriveTimeoutMs
    while ((await this.site.query(waiting)).length > 0) {
      if (performance.now() > deadline) throw new Error('the photos were not derived in time')
      await new Promise((resume) => setTimeout(resume, 200))
    }
  }

  /** Creates an account and returns its session cookie. */
  async signUp(email: string): Promise<string> {
    const response = await this.request('/signup', { form: { email, password } })
    return cookieOf(response)
  }

  async logIn(actor: Actor): Promise<string> {
    return cookieOf(await this.request('/login', { form: { email: emailOf(actor), password } }))
  }

  async request(path: string, input: RequestOptions = {}): Promise<TextResponse> {
    const body = input.form ? new URLSearchParams(formOf(input.form)) : input.body
    const cookie = input.cookie ?? this.cookies[input.as ?? 'anonymous']
    const response = await fetch(this.site.origin + path, {
      method: input.method ?? (body ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        Origin: this.site.origin,
        // The site could close a kept-alive connection just as the next request is sent on it.
        Connection: 'close',
        'X-Forwarded-For': input.clientAddress ?? freshClientAddress(),
        ...(cookie && { Cookie: cookie }),
        ...input.headers,
      },
      ...(body && { body: body instanceof Uint8Array ? new Uint8Array(body) : body, duplex: 'half' }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    } as RequestInit)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Writes these bytes to a socket and reads the response. Fails if there is none within `timeoutMs`. */
  async sendRaw(bytes: string | Buffer, timeoutMs = responseTimeoutMs): Promise<TextResponse> {
    const received = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(this.site.port, '127.0.0.1')
      socket.setTimeout(timeoutMs, () => socket.destroy())
      socket.on('connect', () => socket.write(bytes))
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        // The head is enough for the checks; the connection may stay open afterwards.
        if (/\r\n\r\n/.test(text)) setTimeout(() => socket.destroy(), 100)
      })
      socket.on('error', () => {})
      socket.on('close', () =>
        text ? resolve(text) : reject(new Error('the connection was closed without a response')),
      )
    })
    const [head = '', ...rest] = received.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const headers = new Headers()
    for (const field of fields)
      headers.append(field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim())
    return { status: Number(line.split(' ')[1]), headers, text: rest.join('\r\n\r\n') }
  }

  /** Creates an upload of this length, in bytes. */
  createUpload(length: number | string, input: RequestOptions = {}, name = 'photo.jpg'): Promise<TextResponse> {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`
    const headers = { ...resumable, 'Upload-Length': String(length), 'Upload-Metadata': metadata, ...input.headers }
    return this.request('/uploads', { as: 'admin', method: 'POST', ...input, headers })
  }

  /** Sends bytes of an upload, starting at this offset. */
  sendPart(id: string, offset: number | string, body: Uint8Array, input: RequestOptions = {}): Promise<TextResponse> {
    const type = { 'Content-Type': 'application/offset+octet-stream' }
    const headers = { ...resumable, ...type, 'Upload-Offset': String(offset), ...input.headers }
    return this.request(`/uploads/${id}`, { as: 'admin', method: 'PATCH', body, ...input, headers })
  }

  /** Uploads a file and returns the upload's id. */
  async upload(bytes: Uint8Array, name = 'photo.jpg'): Promise<string> {
    const id = idOf(await this.createUpload(bytes.length, {}, name))
    if (bytes.length > 0) await this.sendPart(id, 0, bytes)
    return id
  }

  /** Submits a form to a project as the admin. `project` is its id or its index in `projectIds`. */
  editProject(
    project: number | string,
    form: Readonly<Record<string, string>>,
    input: RequestOptions = {},
  ): Promise<TextResponse> {
    const id = typeof project === 'number' ? this.projectIds[project] : project
    return this.request(`/projects/${id}.data`, { as: 'admin', form, ...input })
  }

  async createProject(name: string): Promise<string> {
    const [cover, ...images] = [await this.uploadPhoto(), await this.uploadPhoto(), await this.uploadPhoto()]
    const form = [
      ['name', name],
      ['details', 'Oak.'],
      ['requestId', name],
      ['cover', cover],
    ] as [string, string][]
    for (const image of images) form.push(['images', image])
    const response = await this.request('/create.data', { as: 'admin', form })
    if (response.status !== 200) throw new Error(`the project was not created: ${response.status} ${response.text}`)
    const [project] = await this.site.query<{ id: string }>('select id from projects where name = ?', name)
    return project?.id ?? ''
  }

  /** Uploads a valid photo and returns the upload's id. */
  async uploadPhoto(): Promise<string> {
    return this.upload(await photoFile())
  }

  /** The id of the first image in the gallery of the first project. */
  async imageId(): Promise<string> {
    const [image] = await this.site.query<{ id: string }>(
      `select id from photos where "projectId" = ? and place = 'gallery' and "deletedAt" is null order by position`,
      this.projectIds[0] ?? '',
    )
    return image?.id ?? ''
  }

  get openFiles(): number {
    return readdirSync(`/proc/${this.site.pid}/fd`).length
  }

  /** Collects garbage in the site's process, then measures its memory. */
  measureMemory(): Promise<MemoryUse> {
    return measureMemory(this.site)
  }

  /** CPU time of all threads of the process, in milliseconds: https://docs.kernel.org/scheduler/sched-stats.html. */
  get cpuMs(): number {
    const tasks = `/proc/${this.site.pid}/task`
    const nanoseconds = readdirSync(tasks).map((thread) => readIfPresent(`${tasks}/${thread}/schedstat`).split(' ')[0])
    return nanoseconds.reduce((sum, time) => sum + Number(time), 0) / 1e6
  }
}

/** Empty for a thread that has ended meanwhile. */
function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function emailOf(actor: Actor): string {
  return `${actor.replace(' ', '-')}@example.com`
}

/** The id of the upload that this response reports as created. */
export function idOf(response: TextResponse): string {
  return response.headers.get('Location')?.split('/').at(-1) ?? ''
}

function cookieOf(response: TextResponse): string {
  // A browser sends the device cookie to the log-in paths only.
  const forAllPaths = response.headers.getSetCookie().filter((cookie) => /; Path=\/;/.test(cookie))
  const cookies = forAllPaths.map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`no session cookie was set: ${response.status}`)
  return cookies.join('; ')
}

function formOf(form: NonNullable<RequestOptions['form']>): string[][] {
  return (Array.isArray(form) ? form : Object.entries(form)).map(([name, value]) => [name, value])
}
