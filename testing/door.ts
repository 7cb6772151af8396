import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from 'react-router'
import { onTestFinished } from 'vitest'
import { visitOf, type Visit } from '#app/context.ts'
import type { Person } from '#portfolio/account/account.ts'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { signUp } from '#portfolio/account/enter.ts'
import { grant } from '#portfolio/account/grant.ts'
import type { Parts } from '#portfolio/parts.ts'
import { beat } from '#server/data/beat.ts'
import { createApp } from '#server/http/app.ts'
import { clientsBehind } from '#server/http/client-address.ts'
import { openServer } from '#server/http/listen.ts'
import { expectDone, type House } from './parts.ts'

/** A site that answers on a port of the loopback. */
export interface Site {
  /** Where it lives, without a trailing slash. */
  readonly address: string
  /** Asks it as a page of its own would. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly endLive: () => void
  /** What its own doors answer, by path and method. */
  readonly routes: readonly { readonly path: string; readonly method: string }[]
}

/** What a page of the tests does with the request that reaches it. */
export type Page = (request: Request, visit: Visit) => Response | Promise<Response>

/** Opens the door of a house on a free port; behind it one page for all paths. Closed when the test has finished. */
export async function openSite(
  house: House,
  page: Page = () => new Response('page'),
  parts: Parts = house.parts,
): Promise<Site> {
  let app: ReturnType<typeof createApp> | undefined
  const server = openServer(
    (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
    'http://127.0.0.1',
    parts.log,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = createApp({
    parts,
    origin: address,
    pages: pagesOf(page),
    findClient: clientsBehind(['127.0.0.1']),
    tryStore: () => beat(parts.db),
    receiveUpload: house.parts.uploads.receive,
  })
  const { endLive, routes } = app
  onTestFinished(async () => {
    endLive()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const ask: Site['ask'] = (path, init = {}) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...(init.headers as Record<string, string> | undefined) }
    return fetch(address + path, { redirect: 'manual', ...init, headers })
  }
  return { address, ask, endLive, routes }
}

/** Someone with an account: who they are, and the cookie that their browser sends. */
export async function signIn({ parts }: House, name = 'anna', as: 'admin' | 'visitor' = 'visitor') {
  const email = `${name}@example.com`
  const caller = { headers: new Headers(), address: `192.0.2.1 ${name}` }
  const { userId, cookies } = expectDone(await signUp(parts, { email, password: 'teak and travertine' }, caller))
  if (as === 'admin') expectDone(await changeAtTheMachine(parts, (unit, proof) => grant(unit, proof, userId)))
  const cookie = cookies.map((given) => given.split(';')[0] ?? '').join('; ')
  const person: Person = { userId, email, admin: as === 'admin' }
  return { person, cookie }
}

/** A build of the pages as small as can be: one route without markup that takes everything. */
function pagesOf(page: Page): ServerBuild {
  const answer = ({ request, context }: { request: Request; context: Parameters<typeof visitOf>[0] }) =>
    page(request, visitOf(context))
  return {
    entry: { module: { default: () => new Response('nothing is drawn here') } },
    routes: { page: { id: 'page', path: '*', module: { loader: answer, action: answer, default: undefined } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}
