import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Fault } from './fault.ts'
import { launchWithInjector } from './injector/injector.ts'
import { copyFromDisk, launchOnLastingDisk, commandWithDisk } from './pairs/lasting-disk.ts'
import { layerFaults, type LayerFault } from './pairs/layer-faults.ts'
import { nameOf, programsOf, runPair, type Database, type Pair } from './pairs/run-pair.ts'
import { runFaults, runHardOnlyFaults } from './run-faults.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

const execute = promisify(execFile)
const program = `
  const [path, sql] = process.argv.slice(1)
  const database = new (require('node:sqlite').DatabaseSync)(path, { timeout: 5_000 })
  console.log(JSON.stringify(database.prepare(sql).all()))`

runFaults('two faults at once', [
  both('files disk full', 'database locked'),
  both('log closed', 'whole disk full'),
  both('original lost', 'process killed'),
])

const hardOnlyPairs: Pair[] = [
  ['whole disk full', 'image processes killed'],
  ['whole disk full', 'slow clients'],
  ['files disk full', 'process killed'],
  ['slow clients', 'SIGTERM during an upload'],
  ['files disk full', 'clock 400 days ahead'],
  ['files disk read-only', 'image processes killed'],
  ['files disk read-only', 'connections cut'],
  ['database locked', 'SIGTERM during an upload'],
  ['database locked', 'process killed'],
  ['database locked', 'descriptors exhausted'],
  ['database locked', 'connections cut'],
  ['slow clients', 'database locked'],
  ['slow clients', 'descriptors exhausted'],
  ['image processes killed', 'process killed'],
  ['image processes killed', 'backups running'],
  ['clock 400 days ahead', 'backups running'],
  ['clock 400 days behind', 'process killed'],
  ['backups running', 'process killed'],
  ['backups running', 'database locked'],
  ['original lost', 'backups running'],
  ['derivatives lost', 'process killed'],
  ['image processes killed', 'derivatives lost'],
  ['second site started', 'process killed'],
  ['second site started', 'database locked'],
  ['log closed', 'descriptors exhausted'],
]

runHardOnlyFaults(
  'two faults at once, in all layers',
  hardOnlyPairs.map((pair) => both(...pair)),
)

/** Acknowledged writes are stored, refused ones are not, and after both faults every request succeeds. */
function both(...pair: Pair): Fault {
  const faults: LayerFault[] = pair.map((name) => layerFaults[name])
  const disk = faults.find((fault) => fault.disk)?.disk
  return {
    name: nameOf(pair),
    needs: programsOf(pair),
    launch: disk ? launchOnLastingDisk(disk) : launchWithInjector,
    ...(disk && { folderOf: ({ site }) => copyFromDisk(site) }),
    run: (context) => runPair(context, pair, openDatabase(context.site)),
  }
}

/** Runs SQL in a program that sees the mounted disk: SQLite would resolve the links in paths like `/proc/1/root/…`. */
function openDatabase(site: SiteProcess): Database {
  const run = async (sql: string) => {
    const { stdout } = await execute(
      ...(await commandWithDisk(site, process.execPath, '-e', program, site.database, sql)),
    )
    return stdout
  }
  return {
    async read<Row>(sql: string) {
      return JSON.parse(await run(sql)) as Row[]
    },
    write: async (sql) => void (await run(sql)),
  }
}
