// Loaded into the site's process before its own code (`node --import`). Turns the site into a later
// version with one more migration.
import { registerHooks } from 'node:module'

const statements = process.env['ENFILADE_MIGRATION'] ?? '[]'

const migration = `{
  async up(db) {
    const { CompiledQuery } = await import('kysely')
    for (const statement of ${statements}) await db.executeQuery(CompiledQuery.raw(statement))
  },
}`

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!/\/build\/server\/assets\/run-[\w-]+\.js$/.test(url)) return loaded
    const withMigration = replace(
      String(loaded.source),
      /("\d{4}-[\w-]+": _\d{4}_\w+_exports)(\n\};)/,
      `$1,\n"9999-later": ${migration}$2`,
    )
    return { ...loaded, source: replace(withMigration, /(name: "enfilade",\s+version: )"[^"]+"/, '$1"99.0.0"') }
  },
})

function replace(source: string, pattern: RegExp, by: string): string {
  if (!pattern.test(source)) throw new Error(`the build does not contain ${pattern}`)
  return source.replace(pattern, by)
}
