import type { FaultContext } from './fault.ts'
import { rawGet } from './raw-request.ts'
import { assert, waitUntil, projectPath } from './site-fixture.ts'
import { runHardOnlyFaults } from './run-faults.ts'

const restarts = 10
/** How many clients request pages in parallel, without a pause. */
const clients = 8
/** The site is stopped after this many responses. */
const responsesBeforeStop = 5 * clients

runHardOnlyFaults('restarts under load', [
  {
    name: `restart · ${restarts} times under load: every request sent before SIGTERM gets its response`,
    async run({ site }) {
      const paths = ['/', '/work', projectPath, '/contact']
      const lost: (number | string)[] = []
      const startTimesMs: number[] = []
      let succeeded = 0
      for (let n = 0; n < restarts; n++) {
        const load = startLoad(site, paths)
        await waitUntil('the load has started', () => load.responseCount() >= responsesBeforeStop)
        load.stop()
        await site.stop()
        const results = await load.end()
        succeeded += results.filter((status) => status === 200).length
        lost.push(...results.filter((status) => status !== 200))
        const startedAt = performance.now()
        await site.start()
        startTimesMs.push(Math.round(performance.now() - startedAt))
      }
      console.log(`     ${succeeded} succeeded, ${lost.length} lost; started in ${startTimesMs.join(', ')} ms`)
      assert(lost.length === 0, `lost: ${lost.slice(0, 5).join(', ')}`)
    },
  },
])

/** Requests pages without a pause until `stop`, which is called right before the signal. `end` returns the results. */
function startLoad(site: FaultContext['site'], paths: readonly string[]) {
  const sent: Promise<number | string>[] = []
  let isStopped = false
  let responses = 0
  const loops = Array.from({ length: clients }, async (_, n) => {
    for (let round = n; !isStopped; round++) {
      const request = await rawGet(site.port, paths[round % paths.length] ?? '/').catch(() => null)
      // A request sent after the signal may be refused, so it does not count.
      if (!request || isStopped) return
      sent.push(request.response)
      await request.response
      responses += 1
    }
  })
  return {
    responseCount: () => responses,
    stop: () => void (isStopped = true),
    async end() {
      await Promise.all(loops)
      return Promise.all(sent)
    },
  }
}
