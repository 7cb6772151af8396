import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { ServerBuild } from 'react-router'
import { onTestFinished } from 'vitest'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import type { Person } from '#portfolio/account/account.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { signUp } from '#portfolio/account/sign-up.ts'
import { grantAdmin } from '#portfolio/account/grant.ts'
import type { Ports } from '#portfolio/ports.ts'
import { probeWrite } from '#server/database/health-probe.ts'
import { createApp } from '#server/http/app.ts'
import { clientAddressFinder } from '#server/http/client-address.ts'
import { openServer } from '#server/http/node-server.ts'
import { expectOk, type TestBackend } from './backend/test-backend.ts'

/** A site on a loopback port. */
export interface TestServer {
  /** The origin, without a trailing slash. */
  readonly address: string
  /** Sends a request as a page of the site would. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends a GET request with the path as it is written; `ask` resolves `..` first. */
  readonly askExactly: (path: string) => Promise<{ readonly status: number | undefined; readonly text: string }>
  readonly live: { endAll(): void; countOpen(): number }
  readonly server: Server
  /** The routes outside React Router. */
  readonly routes: readonly { readonly path: string; readonly method: string }[]
}

/** Handles the requests to a page. */
export type Page = (request: Request, context: RequestContext) => Response | Promise<Response>

/** Starts a site on a free port, with one page for all paths. Closed when the test has finished. */
export async function startTestServer(
  backend: TestBackend,
  page: Page = () => new Response('page'),
  ports: Ports = backend.ports,
): Promise<TestServer> {
  let app: ReturnType<typeof createApp> | undefined
  const server = openServer((request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }), {
    origin: 'http://127.0.0.1',
    trustedProxies: [],
    log: ports.log,
    respondDirectly: (incoming, outgoing) => app?.respondDirectly(incoming, outgoing) ?? false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = createApp({
    ports,
    origin: address,
    pages: pagesOf(page),
    findClientAddress: clientAddressFinder(['127.0.0.1']),
    probeDatabase: () => probeWrite(ports.db),
    receiveUpload: backend.ports.uploads.receive,
    packExport: () => new ReadableStream(),
    backups: { start: () => {}, isRunning: async () => false, openLatest: async () => null },
    hasForeignChanges: () => false,
  })
  const { live, routes } = app
  onTestFinished(async () => {
    live.endAll()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const ask: TestServer['ask'] = (path, init = {}) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', ...(init.headers as Record<string, string> | undefined) }
    return fetch(address + path, { redirect: 'manual', ...init, headers })
  }
  const askExactly: TestServer['askExactly'] = async (path) => {
    const [response] = (await once(get(address, { path }), 'response')) as [IncomingMessage]
    return { status: response.statusCode, text: await readText(response) }
  }
  return { address, ask, askExactly, live, routes, server }
}

/** Creates an account and returns the person and the session cookie. */
export async function createSession({ ports }: TestBackend, name = 'anna', role: 'admin' | 'user' = 'user') {
  const email = `${name}@example.com`
  const caller = { headers: new Headers(), clientAddress: `192.0.2.1 ${name}` }
  const { userId, cookies } = expectOk(await signUp(ports, { email, password: 'teak and travertine' }, caller))
  if (role === 'admin') expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  const cookie = cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ')
  const person: Person = { userId, email, admin: role === 'admin' }
  return { person, cookie }
}

/** A React Router build with a single route for all paths, without markup. */
function pagesOf(page: Page): ServerBuild {
  const handle = ({ request, context }: { request: Request; context: Parameters<typeof getRequestContext>[0] }) =>
    page(request, getRequestContext(context))
  return {
    entry: { module: { default: () => new Response('no markup') } },
    routes: { page: { id: 'page', path: '*', module: { loader: handle, action: handle, default: undefined } } },
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
