import { accounts } from '#e2e/people.ts'
import type { Site } from '#e2e/site.ts'

/** How a wish ended: the status; 0 when no answer came back at all. */
export type Status = number

/** The admin's hand on a site, by HTTP alone: it knows what was answered, and when nothing was. */
export class Hand {
  readonly site: Site
  cookie = ''

  constructor(site: Site) {
    this.site = site
  }

  /** Logs in; the session outlives restarts of the site. */
  static async of(site: Site, account: { email: string; password: string } = accounts.admin): Promise<Hand> {
    const hand = new Hand(site)
    const answer = await hand.ask('/login', { method: 'POST', body: new URLSearchParams(account) })
    if (answer.status !== 302) throw new Error(`the log-in was answered ${answer.status}: ${await answer.text()}`)
    hand.cookie = answer.headers
      .getSetCookie()
      .map((given) => given.split(';')[0])
      .join('; ')
    return hand
  }

  /** A request as a page of the site would send it. */
  ask(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Origin', this.site.origin)
    if (this.cookie) headers.set('Cookie', this.cookie)
    return fetch(`http://127.0.0.1:${this.site.port}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(35_000),
      ...init,
      headers,
    })
  }

  /** The words and the status with which a form is answered. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]>,
  ): Promise<{ status: Status; said: string }> {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
    try {
      const answer = await this.ask(path, { method: 'POST', body: form })
      return { status: answer.status, said: await answer.text() }
    } catch (error) {
      return { status: 0, said: String(error) }
    }
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

  moveProject(projectId: string, position: number) {
    return this.post('/work.data', { intent: 'move', projectId, position: String(position) })
  }

  deleteProject(projectId: string) {
    return this.post('/work.data', { intent: 'delete', projectId })
  }

  createProject(wish: { name: string; requestId: string; cover?: string; images?: readonly string[] }) {
    return this.post('/create.data', { details: 'Oak, lime plaster.', ...wish })
  }

  /** Announces an upload; gives its id. */
  async announceUpload(bytes: number, fileName: string): Promise<{ status: Status; id: string }> {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes),
      'Upload-Metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
    }
    const answer = await this.ask('/uploads', { method: 'POST', headers }).catch(() => null)
    return { status: answer?.status ?? 0, id: answer?.headers.get('Location')?.split('/').at(-1) ?? '' }
  }

  /** Sends bytes of an upload from this offset on. */
  async sendPart(id: string, offset: number, body: BodyInit): Promise<{ status: Status; said: string }> {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    }
    try {
      const answer = await this.ask(`/uploads/${id}`, { method: 'PATCH', headers, body, duplex: 'half' })
      return { status: answer.status, said: await answer.text() }
    } catch (error) {
      return { status: 0, said: String(error) }
    }
  }

  /** How many bytes of an upload the site has; `null` when it knows no such upload. */
  async offsetOf(id: string): Promise<number | null> {
    const answer = await this.ask(`/uploads/${id}`, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
    return answer.ok ? Number(answer.headers.get('Upload-Offset')) : null
  }

  /** Sends a whole file; gives the id of the upload and the last status. */
  async upload(
    bytes: Uint8Array<ArrayBuffer>,
    fileName: string,
  ): Promise<{ status: Status; id: string; said: string }> {
    const announced = await this.announceUpload(bytes.length, fileName)
    if (announced.status !== 201) return { ...announced, said: '' }
    return { id: announced.id, ...(await this.sendPart(announced.id, 0, bytes)) }
  }
}
