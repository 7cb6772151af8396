import { data, href } from 'react-router'
import { requireAdmin } from '#portfolio/account/session.ts'
import { downloadPageUrl } from '#app/requests/download-page.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { statusOf } from '#app/requests/responses.ts'
import type { Route } from './+types/backup-download.ts'

/** The newest backup as a tar archive. It contains password hashes and messages, so it is never cached. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports, person, backups } = getRequestContext(context)
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) throw data(admitted.message, { status: statusOf[admitted.code] })
  await requireRecentProof(context, request, downloadPageUrl(href('/studio/health')))
  const latest = await backups.openLatest()
  if (!latest) throw data('There is no backup yet.', { status: statusOf.unknown })
  // Nobody reads the archive of a HEAD request, so its files would stay open.
  const isHead = request.method === 'HEAD'
  if (isHead) await latest.archive.cancel()
  return new Response(isHead ? null : latest.archive, {
    headers: {
      'Content-Type': 'application/x-tar',
      'Content-Disposition': `attachment; filename="${latest.name}.tar"`,
      // `no-transform`, because photos do not compress further.
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
