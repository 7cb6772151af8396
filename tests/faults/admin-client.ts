import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

/** The HTTP status of a response; 0 if there was none. */
export type Status = number

/** A process of a site, or a load balancer in front of several. */
export type SiteAddress = Pick<SiteProcess, 'origin' | 'port'>

/** An HTTP client with the session of an admin. */
export class AdminClient {
  readonly site: SiteAddress
  cookie = ''

  constructor(site: SiteAddress) {
    this.site = site
  }

  /** Resolves with a client that is logged in. Its session stays valid when the site restarts. */
  static async logIn(
    site: SiteAddress,
    account: { email: string; password: string } = accounts.admin,
  ): Promise<AdminClient> {
    const client = new AdminClient(site)
    const response = await client.request('/login', { method: 'POST', body: new URLSearchParams(account) })
    if (response.status !== 302) throw new Error(`the log-in returned ${response.status}: ${await response.text()}`)
    client.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    return client
  }

  /** Sends a request as a page of the site would. */
  request(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Origin', this.site.origin)
    if (this.cookie) headers.set('Cookie', this.cookie)
    return fetch(`http://127.0.0.1:${this.site.port}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(120_000),
      ...init,
      headers,
    })
  }

  /** Submits a form and returns the status and the text of the response. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]>,
  ): Promise<{ status: Status; text: string }> {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
    try {
      const response = await this.request(path, { method: 'POST', body: form })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }

  /** Whether the session is valid: only an admin gets 404 for removing an image that does not exist. */
  async isLoggedIn(): Promise<boolean> {
    return (await this.removeImage('none', 'none')).status === 404
  }

  saveText(projectId: string, field: 'name' | 'details', text: string, version: number) {
    return this.post(`/projects/${projectId}.data`, { intent: 'save-text', field, text, version: String(version) })
  }

  moveImage(projectId: string, photoId: string, position: number) {
    return this.post(`/projects/${projectId}.data`, { intent: 'move-image', photoId, position: String(position) })
  }

  removeImage(projectId: string, photoId: string) {
    return this.post(`/projects/${projectId}.data`, { intent: 'remove-image', photoId })
  }

  addImage(projectId: string, uploadId: string, intent: 'add-image' | 'replace-cover' = 'add-image') {
    return this.post(`/projects/${projectId}.data`, { intent, uploadId })
  }

  replaceImage(projectId: string, photoId: string, uploadId: string) {
    const input = { photoId, originalId: photoId, uploadId }
    return this.post(`/projects/${projectId}.data`, { intent: 'replace-image', ...input })
  }

  moveProject(projectId: string, position: number) {
    return this.post('/work.data', { intent: 'move', projectId, position: String(position) })
  }

  removeProject(projectId: string) {
    return this.post('/work.data', { intent: 'delete', projectId })
  }

  createProject(input: { name: string; requestId: string; cover?: string; images?: readonly string[] }) {
    return this.post('/create.data', { details: 'Oak, lime plaster.', ...input })
  }

  /** Creates an upload of this length and returns its id. */
  async createUpload(bytes: number, fileName: string): Promise<{ status: Status; id: string }> {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes),
      'Upload-Metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
    }
    const response = await this.request('/uploads', { method: 'POST', headers }).catch(() => null)
    return { status: response?.status ?? 0, id: response?.headers.get('Location')?.split('/').at(-1) ?? '' }
  }

  /** Sends bytes of an upload, starting at this offset. */
  async sendPart(id: string, offset: number, body: BodyInit): Promise<{ status: Status; text: string }> {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    }
    try {
      const response = await this.request(`/uploads/${id}`, { method: 'PATCH', headers, body, duplex: 'half' })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }

  /** How many bytes of an upload the site has; `null` if the upload does not exist. */
  async offsetOf(id: string): Promise<number | null> {
    const response = await this.request(`/uploads/${id}`, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
    return response.ok ? Number(response.headers.get('Upload-Offset')) : null
  }

  /** Uploads a file and returns the upload's id and the last status. */
  async upload(
    bytes: Uint8Array<ArrayBuffer>,
    fileName: string,
  ): Promise<{ status: Status; id: string; text: string }> {
    const created = await this.createUpload(bytes.length, fileName)
    if (created.status !== 201) return { ...created, text: '' }
    return { id: created.id, ...(await this.sendPart(created.id, 0, bytes)) }
  }
}

/** Resolves when `fetch` has written the next request body to its socket. */
export function waitForNextFetch(): Promise<void> {
  return new Promise((resolve) => {
    const onSent = () => {
      unsubscribe('undici:request:bodySent', onSent)
      resolve()
    }
    subscribe('undici:request:bodySent', onSent)
  })
}
