import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { browserRequest, share, type SharedDraft } from './shared-draft.ts'
import type { TargetSite, TextResponse } from './target-site.ts'

type End = (target: TargetSite, shared: SharedDraft) => Promise<unknown>
const ends: Readonly<Record<string, End>> = {
  revoked: (target, { linkId }) => target.editProject(1, { intent: 'revoke-link', linkId }),
  expired: (target, { linkId }) =>
    target.site.query(
      `update "privateLinks" set "expiresAt" = '2026-01-01T00:00:00.000Z' where id = ? returning id`,
      linkId,
    ),
  published: (target) => target.editProject(1, { intent: 'publish' }),
  'published and withdrawn': async (target) => {
    await target.editProject(1, { intent: 'publish' })
    await target.editProject(1, { intent: 'withdraw' })
  },
}

const ended: Attack[] = Object.entries(ends).map(([how, end]) => ({
  name: `a link that was ${how}: page, data and all pictures, by GET and HEAD, with If-None-Match: *`,
  isAccepted: true,
  status: 404,
  send: async (target) => {
    const shared = await share(target)
    const { page, files, name, token } = shared
    await end(target, shared)
    const responses: TextResponse[] = []
    for (const path of [page, `${page}.data`, `${page}?index`, `${page}?open`, `${page}/state`, ...files]) {
      for (const method of ['GET', 'HEAD'])
        responses.push(
          await target.request(path, { method, headers: { ...browserRequest.headers, 'If-None-Match': '*' } }),
        )
    }
    responses.push(await target.request(`${page}/opened`, { method: 'POST' }))
    for (const { text, headers } of responses) {
      expect(text).not.toContain(name)
      expect(headers.get('Cache-Control')).toMatch(/no-store/)
    }
    expect(target.site.output).not.toContain(token)
    return responses
  },
}))

const inBin: Attack = {
  name: 'a link to a draft that is in the bin, and works again once the draft is restored',
  isAccepted: true,
  status: 404,
  send: async (target) => {
    const { page, files, name, projectId } = await share(target)
    const admin = { as: 'admin', method: 'POST' } as const
    await target.request('/work.data', { ...admin, form: { intent: 'delete', projectId } })
    const responses: TextResponse[] = []
    for (const path of [page, `${page}.data`, `${page}/state`, ...files]) {
      const response = await target.request(path, browserRequest)
      expect(response.text).not.toContain(name)
      responses.push(response)
    }
    await target.request('/bin.data', { ...admin, form: { intent: 'restore-project', projectId } })
    expect((await target.request(page, browserRequest)).text).toContain(name)
    return responses
  },
}

const rounds = 20

const whileReading: Attack = {
  name: `${rounds} links that are revoked while page, data and a picture are being requested`,
  isAccepted: true,
  status: 404,
  send: async (target) => {
    const responses: TextResponse[] = []
    for (let round = 0; round < rounds; round++) {
      const { page, linkId, files, name } = await share(target)
      const paths = [page, `${page}.data`, `${page}/state`, files[0] ?? '']
      const early = paths.map((path) => target.request(path, browserRequest))
      expect((await target.editProject(1, { intent: 'revoke-link', linkId })).status).toBe(200)
      for (const path of paths) {
        const response = await target.request(path, browserRequest)
        expect(response.text, path).not.toContain(name)
        responses.push(response)
      }
      for (const { status } of await Promise.all(early)) expect([200, 404]).toContain(status)
    }
    return responses
  },
}

runAttacks('ended private links', [...ended, inBin, whileReading])
