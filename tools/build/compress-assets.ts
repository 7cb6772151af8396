import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Pictures and WOFF2 fonts are compressed already.
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/
const folder = 'build/client'

for (const entry of await readdir(folder, { recursive: true })) {
  if (!compressible.test(entry)) continue
  const path = join(folder, entry)
  const bytes = await readFile(path)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
