import { data, href } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import type { ExportedFile } from '#portfolio/export/export.ts'
import { readExport } from '#portfolio/export/read.ts'
import { downloadPageUrl } from '#app/requests/download-page.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import { requireRecentProof } from '#app/requests/require-recent-proof.ts'
import { orUnavailable, statusOf } from '#app/requests/responses.ts'
import type { Route } from './+types/export-download.ts'

/** All projects and the studio as a tar archive. It contains drafts, so it is never cached. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ports, person, packExport } = getRequestContext(context)
  const files: ExportedFile[] = []
  const unavailableMessage = 'The projects could not be read. Please try again in a moment.'
  const query = readAsAdmin(ports, person, async (db, admin) => {
    await requireRecentProof(context, request, downloadPageUrl(href('/studio')))
    await readExport(db, admin, (file) => void files.push(file))
  })
  const result = await orUnavailable(ports, unavailableMessage, query)
  if (!result.ok) throw data(result.message, { status: statusOf[result.code] })
  const name = `portfolio-${ports.now().toISOString().slice(0, 10)}`
  // Nobody reads the archive of a HEAD request, so its files would stay open.
  const archive = request.method === 'HEAD' ? null : packExport(name, files)
  return new Response(archive, {
    headers: {
      'Content-Type': 'application/x-tar',
      'Content-Disposition': `attachment; filename="${name}.tar"`,
      // `no-transform`, because photos do not compress further.
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
