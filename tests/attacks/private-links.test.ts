import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { recordEvents } from './record-events.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import { browserRequest, inAWeek, photosOf, share } from './shared-draft.ts'
import type { TextResponse } from './target-site.ts'

const guesses: Attack = {
  name: 'guessed and changed tokens of private links',
  isAccepted: true,
  status: 404,
  send: async (target) => {
    const { token, linkId, picture } = await share(target)
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
    const other = token.slice(0, 32) + randomUUID()
    const guessed = [changed, other, linkId, 'A'.repeat(32) + linkId, token.slice(1), `${token}0`, token.toUpperCase()]
    const odd = [`${token}%00`, `${token}%20`, `%20${token}`, `${token}%2F..`, '..%2F..', '%', `'%20or%201=1%20--`]
    const responses: TextResponse[] = []
    for (const guess of [...guessed, ...odd]) {
      const folder = `/private/${guess}`
      for (const path of [folder, `${folder}.data`, `${folder}/state`, folder + picture])
        responses.push(await target.request(path, browserRequest))
      responses.push(await target.request(`${folder}/opened`, { method: 'POST' }))
    }
    return responses
  },
  verify: (_, responses) => {
    for (const { headers } of responses) expect(headers.get('Cache-Control')).toMatch(/no-store/)
  },
}

const otherFiles: Attack = {
  name: 'files that a valid token must not open: another draft, other folders, originals, previews, path tricks',
  isAccepted: true,
  status: [400, 404],
  send: async (target) => {
    const { page, picture, token } = await share(target)
    const [other] = await photosOf(target, target.projectIds[0] ?? '')
    const otherPicture = other?.path ?? ''
    await target.editProject(0, { intent: 'withdraw' })
    const [photo] = await target.site.query<{ storageKey: string; id: string }>(
      `select id, "storageKey" from photos where "projectId" = ?`,
      target.projectIds[1] ?? '',
    )
    const folder = picture.replace(/[^/]+$/, '')
    const file = picture.split('/').at(-1) ?? ''
    // Otherwise the path tricks would prove nothing.
    expect((await target.request(page + picture, browserRequest)).status).toBe(200)
    const paths = [
      page + otherPicture,
      `${page}/photos/${photo?.storageKey}`,
      `${page}/${photo?.storageKey}`,
      `${page}/originals/${photo?.id}`,
      `${page}${folder}og-50-50.jpg`,
      `${page}${folder}../../${photo?.storageKey}`,
      `${page}${folder}..%2F..%2F..%2F${encodeURIComponent(photo?.storageKey ?? '')}`,
      `${page}${folder}%2e%2e%2f${file}`,
      `${page}${folder}${otherPicture.replace('/photos/', '%2e%2e/%2e%2e/').replaceAll('/', '%2f')}`,
      `${page}${folder.replace(/[^/]+\/$/, '__proto__/')}${file}`,
      `${page}${picture.replace('/photos/', '/photos//')}`,
      `${page}/work`,
      `${page}/work.data`,
      `${page}/projects/${target.projectIds[0]}`,
      `/private//${token}${otherPicture}`,
      // The link does not open the public URLs of the draft.
      picture,
      picture.replace(/[^/]+$/, 'og-50-50.jpg'),
      `/projects/${target.projectIds[1]}`,
      `/projects/${target.projectIds[1]}.data`,
    ]
    const responses: TextResponse[] = []
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        const response = await target.request(path, { ...browserRequest, method })
        expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        responses.push(response)
      }
    }
    await target.editProject(0, { intent: 'publish' })
    return responses
  },
}

const preview: Attack = {
  name: 'a link preview by a messaging app, which shows neither name nor picture and does not count as an opening',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const { page, name, projectId, picture } = await share(target)
    const inBrowser = {
      headers: { ...browserRequest.headers, 'User-Agent': 'Mozilla/5.0 facebookexternalhit/1.1 Facebot' },
    }
    const bots = [await target.request(page), await target.request(page, inBrowser)]
    const person = await target.request(page, browserRequest)
    for (const secret of [name, projectId, picture.split('/')[2] ?? '', '/photos/'])
      for (const bot of bots) expect(bot.text).not.toContain(secret)
    expect(person.text).not.toContain('og:image')
    const head = /<head>.*<\/head>/s.exec(person.text)?.[0] ?? ''
    expect(head.replaceAll(/<link rel="preload"[^>]*>/g, '')).not.toContain(name)
    for (const { headers, text } of [...bots, person]) {
      expect(headers.get('Cache-Control')).toBe('private, no-store')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('X-Robots-Tag')).toBe('noindex')
      expect(text).toContain('<meta name="robots" content="noindex"')
    }
    const image = await target.request(page + picture)
    expect(image.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await target.site.query(`select id from "privateLinks" where opens > 0`)).toEqual([])
    return [...bots, person, image]
  },
}

const noTrace: Attack = {
  name: 'a private link to one of two drafts, which reveals nothing about the other; public pages and live events do not reveal the link',
  isAccepted: true,
  status: 200,
  send: async (target) => {
    const { page, token, linkId } = await share(target)
    await target.editProject(0, { intent: 'withdraw' })
    const otherId = target.projectIds[0] ?? ''
    const [other] = await target.site.query<{ name: string; slug: string }>(
      'select name, slug from projects where id = ?',
      otherId,
    )
    const secrets = [otherId, ...(await photosOf(target, otherId)).map(({ id }) => id), ...Object.values(other ?? {})]
    expect(secrets.length).toBeGreaterThan(4)
    const stream = await recordEvents(target)
    const responses: TextResponse[] = []
    for (const path of [page, `${page}.data`]) {
      const response = await target.request(path, browserRequest)
      for (const secret of secrets) expect(response.text).not.toContain(secret)
      responses.push(response)
    }
    for (const path of ['/', '/work', '/about', '/sitemap.xml', '/robots.txt']) {
      const { text } = await target.request(path)
      for (const secret of [token, linkId]) expect(text).not.toContain(secret)
    }
    responses.push(await target.request(`${page}/opened`, { method: 'POST' }))
    responses.push(await target.editProject(1, { intent: 'revoke-link', linkId }))
    responses.push(await target.editProject(0, { intent: 'publish' }))
    const sentinel = `project:${target.projectIds[0]}`
    await expect.poll(stream.topics).toContain(sentinel)
    expect(stream.topics()).toEqual(['work', sentinel])
    stream.close()
    return responses
  },
}

const hiddenImage: Attack = {
  name: 'a private link, which shows captions and facts, but no hidden image, nor its caption or derivatives',
  isAccepted: true,
  status: [200, 404],
  send: async (target) => {
    const { page, imageId, files, projectId } = await share(target)
    const edit = async (form: Record<string, string>) =>
      expect((await target.editProject(projectId, form)).status, form['intent']).toBe(200)
    await edit({ intent: 'set-caption', photoId: imageId, caption: 'Smoked oak', baseText: '' })
    await edit({ intent: 'save-fact', field: 'place', text: 'Leeds', version: '0' })
    const shown = await target.request(page, browserRequest)
    for (const text of [imageId, 'Smoked oak', 'Leeds']) expect(shown.text).toContain(text)
    await edit({ intent: 'hide-image', photoId: imageId })
    const responses = [shown]
    for (const path of [page, `${page}.data`, `${page}?image=${imageId}`, `${page}.data?image=${imageId}`]) {
      const response = await target.request(path, browserRequest)
      expect(response.text, path).not.toContain(`/photos/${imageId}`)
      expect(response.text, path).not.toContain('Smoked oak')
      responses.push(response)
    }
    for (const file of files.filter((one) => one.includes(imageId))) {
      const response = await target.request(file)
      expect(response.status, file).toBe(404)
      responses.push(response)
    }
    await edit({ intent: 'show-image', photoId: imageId })
    return responses
  },
}

const asOutsider: Attack[] = (['anonymous', 'user', 'former admin', 'expired'] as const).map((as) => ({
  name: `sharing and revoking as ${as}`,
  status: [401, 403],
  send: async (target) => [
    await target.editProject(1, { intent: 'share-privately', recipient: 'Me', until: inAWeek() }, { as }),
    await target.editProject(1, { intent: 'revoke-link', linkId: randomUUID() }, { as }),
    // The page of a link is the page of a project, which has forms for admins.
    await target.request(`/private/${'0'.repeat(68)}?index`, { as, form: { intent: 'publish' } }),
  ],
}))

const crossSite: Attack = {
  name: 'an opening reported by another site, which does not count',
  isAccepted: true,
  status: 403,
  send: async (target) => {
    const { page, linkId } = await share(target)
    const response = await target.request(`${page}/opened`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(await target.site.query('select opens from "privateLinks" where id = ?', linkId)).toEqual([{ opens: 0 }])
    return response
  },
}

const flood: Attack = {
  name: '70 reports of an opening, of which 60 count',
  isAccepted: true,
  status: [200, 429],
  send: async (target) => {
    const { page, linkId } = await share(target)
    const responses: TextResponse[] = []
    for (let n = 0; n < 70; n++)
      responses.push(await target.request(`${page}/opened`, { method: 'POST', clientAddress: '192.0.2.7' }))
    expect(await target.site.query(`select opens from "privateLinks" where id = ?`, linkId)).toEqual([{ opens: 60 }])
    return responses
  },
}

runAttacks('private links', [guesses, otherFiles, preview, noTrace, hiddenImage, ...asOutsider, crossSite, flood])
