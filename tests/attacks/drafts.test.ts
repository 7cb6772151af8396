import { expect } from 'vitest'
import { addFormerAddresses, draftOf, expectNotRevealed, setPublished } from './draft-addresses.ts'
import { recordEvents } from './record-events.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { Actor, TextResponse } from './target-site.ts'

const outsiders: readonly Actor[] = ['anonymous', 'user', 'former admin', 'expired']
/** A cookie that anybody can set. */
const shownTools = 'enfilade-tools=shown'

const crawl: Attack = {
  name: 'the URLs of a draft and of the pages that may mention it, as each actor who is not an admin',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    await addFormerAddresses(target)
    const draft = await draftOf(target, 1)
    const before = new Map<string, TextResponse>()
    for (const address of draft.addresses) before.set(address, await target.request(address))
    // Otherwise the crawl would prove nothing.
    const showing = [...before.values()].filter(({ text }) => draft.secrets.some((secret) => text.includes(secret)))
    expect(showing.length).toBeGreaterThan(8)
    await setPublished(target, draft, 'withdraw')
    const responses: TextResponse[] = []
    for (const address of draft.addresses) {
      for (const as of outsiders) {
        const tag = before.get(address)?.headers.get('ETag') ?? '*'
        const cookie = [target.cookies[as], shownTools].filter(Boolean).join('; ')
        const isPicture = address.startsWith('/photos/')
        const response = await target.request(address, {
          cookie,
          ...(isPicture && { headers: { 'If-None-Match': tag } }),
        })
        expectNotRevealed(draft, address, response)
        responses.push(response)
      }
    }
    for (const address of draft.addresses) {
      const { status } = await target.request(address, { as: 'admin' })
      if (before.get(address)?.status === 200 && !address.includes('og-')) expect(status, address).toBe(200)
    }
    return responses
  },
}

const changesOfDraft: Attack = {
  name: 'changes of a draft, which a visitor’s live stream does not report',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const draft = await draftOf(target, 1)
    const [photoId = ''] = draft.secrets.slice(1)
    await setPublished(target, draft, 'withdraw')
    const stream = await recordEvents(target)
    const upload = await target.uploadPhoto()
    const list = { as: 'admin', method: 'POST' } as const
    const responses = [
      await target.editProject(draft.id, { intent: 'save-text', field: 'details', text: 'Ash.', version: '1' }),
      await target.editProject(draft.id, { intent: 'set-alt-text', photoId, alt: 'A lamp', baseText: '' }),
      await target.editProject(draft.id, { intent: 'set-focal-point', photoId, x: '0.1', y: '0.1' }),
      await target.editProject(draft.id, { intent: 'add-image', uploadId: upload }),
      await target.request('/work.data', { ...list, form: { intent: 'move', projectId: draft.id, position: '9' } }),
      await target.request('/create.data', {
        ...list,
        form: { name: 'Cedar House', details: 'x', requestId: 'cedar', draft: 'yes' },
      }),
    ]
    await target.waitForDerivatives()
    responses.push(await target.editProject(0, { intent: 'save-text', field: 'details', text: 'Elm.', version: '1' }))
    const sentinel = `project:${target.projectIds[0]}`
    await expect.poll(stream.topics).toContain(sentinel)
    expect(stream.topics()).toEqual([sentinel])
    responses.push(await setPublished(target, draft, 'publish'), await setPublished(target, draft, 'withdraw'))
    const announced = ['work', `project:${draft.id}`]
    await expect.poll(stream.topics).toEqual([sentinel, ...announced, ...announced])
    stream.close()
    return responses
  },
}

const hiddenTools: Attack = {
  name: 'pages requested by an admin with hidden tools, which have the same content as for a visitor',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    await setPublished(target, await draftOf(target, 0), 'publish')
    const draft = await draftOf(target, 1)
    await setPublished(target, draft, 'withdraw')
    const cookie = `${target.cookies.admin}; enfilade-tools=hidden`
    const pages = ['/', '/work', '/create', '/about', '/values', '/contact', '/privacy', '/nowhere', '/sitemap.xml']
    const responses: TextResponse[] = []
    for (const path of [...pages, target.projectPaths[0], '/projects/nobody']) {
      const [admin, visitor] = [await target.request(path, { cookie }), await target.request(path)]
      expect(admin.status, path).toBe(visitor.status)
      expect(mainOf(admin.text), path).toBe(mainOf(visitor.text))
      expect(admin.text, path).not.toContain(draft.secrets[0])
      responses.push(admin, visitor)
    }
    // The preview of a draft is the exception: only admins get it.
    const preview = await target.request(draft.path, { cookie })
    expect([preview.status, preview.text.includes(draft.secrets[0] ?? '')]).toEqual([200, true])
    expect(mainOf(preview.text)).not.toMatch(/Publish|Draft|Position/)
    expectNotRevealed(draft, draft.path, await target.request(draft.path))
    return [...responses, preview]
  },
}

/** The content of a page, without what differs in each response: nonces and the time in the contact form. */
function mainOf(html: string): string {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? html
  return main.replaceAll(/ nonce="[^"]+"/g, '').replaceAll(/(type="hidden" name="\w+" value=)"[^"]+"/g, '$1')
}

const forgedTools: Attack = {
  name: 'a cookie that hides or shows the tools, which neither grants nor revokes a permission',
  isAccepted: true,
  status: [200, 403],
  send: async (target) => {
    const draft = await draftOf(target, 1)
    const asAdmin = `${target.cookies.admin}; enfilade-tools=hidden`
    const asUser = `${target.cookies.user}; ${shownTools}`
    return [
      await setPublished(target, draft, 'publish', asAdmin),
      await setPublished(target, draft, 'withdraw', asUser),
    ]
  },
  verify: async (target, responses) => {
    expect(responses.map(({ status }) => status)).toEqual([200, 403])
    expect((await target.request(target.projectPaths[1])).status).toBe(200)
  },
}

runAttacks('drafts', [crawl, changesOfDraft, hiddenTools, forgedTools])
