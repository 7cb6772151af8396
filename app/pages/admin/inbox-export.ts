import { data, href } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { listMessagesAfter, type StoredMessage } from '#portfolio/contact/read.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Result } from '#portfolio/result.ts'
import { orUnavailable, statusOf } from '#app/requests/responses.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { Route } from './+types/inbox-export.ts'
import { exportFormats } from './inbox-export.formats.ts'

/** All messages that are not deleted, as a file. It is written in parts, because there may be 10,000. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports, person } = getRequestContext(context)
  const unavailableMessage = 'The messages could not be loaded. Please try again in a moment.'
  const first = await orUnavailable(ports, unavailableMessage, readPart(ports, person))
  if (!first.ok) throw data(first.message, { status: statusOf[first.code] })
  await requireRecentProof(context, request, href('/inbox'))
  const format = exportFormats[/\.json(\.data)?\/?$/i.test(new URL(request.url).pathname) ? 'json' : 'csv']
  const date = ports.now().toISOString().slice(0, 10)
  return new Response(streamOf(writeParts(ports, person, first.value, format)), {
    headers: {
      'Content-Type': format.contentType,
      'Content-Disposition': `attachment; filename="messages-${date}.${format.extension}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

async function* writeParts(
  ports: Ports,
  person: Person | null,
  first: readonly StoredMessage[],
  format: (typeof exportFormats)['csv' | 'json'],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(format.start)
  let isFirst = true
  for (let part = first; part.length > 0;) {
    yield encoder.encode((isFirst ? '' : format.separator) + part.map(format.write).join(format.separator))
    isFirst = false
    const next = await readPart(ports, person, part.at(-1))
    // The role has been revoked in the meantime. Because of this error, the browser shows that the download failed.
    if (!next.ok) throw new Error(next.message)
    part = next.value
  }
  yield encoder.encode(format.end)
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

function readPart(
  ports: Ports,
  person: Person | null,
  after?: StoredMessage,
): Promise<Result<readonly StoredMessage[]>> {
  return readAsAdmin(ports, person, (db, admin) => listMessagesAfter(db, admin, after))
}
