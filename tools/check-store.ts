import { parseArgs } from 'node:util'
import { checkPhotos, type Fault } from '#portfolio/photo/check.ts'
import { findDatabaseFaults } from '#server/data/integrity.ts'
import { openLog, say } from '#server/log.ts'
import { openEmbedded } from '#server/setup/embedded.ts'
import { readSettings } from './settings.ts'

const { repair } = parseArgs({ options: { repair: { type: 'boolean', default: false } } }).values
const machines = await openEmbedded(readSettings(), openLog())
const faults = { found: 0, left: 0 }
try {
  for (const what of await findDatabaseFaults(machines.parts.db)) await tell({ what, repair: null })
  for await (const fault of checkPhotos(machines.parts)) await tell(fault)
  say(
    faults.found === 0 ? 'All is as it should be.' : `${faults.found} faults, ${faults.found - faults.left} repaired.`,
  )
  process.exitCode = faults.left > 0 ? 1 : 0
} finally {
  await machines.close()
}

async function tell({ what, repair: mend }: Fault): Promise<void> {
  faults.found += 1
  const mended = repair && mend !== null
  if (mended) await mend()
  else faults.left += 1
  // Names of files come from strangers: a control character must not steer the terminal, nor break the line.
  say(`${what.replace(/[\p{Cc}\p{Cf}]/gu, '')}${mended ? ': repaired, or made again by the running site' : ''}`)
}
