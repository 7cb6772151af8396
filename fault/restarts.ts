import type { Fault, Stage } from './fault.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { askAt } from './ask-at.ts'
import { must } from './stage.ts'

const restarts = 10
/** How many ask at once, without a pause. */
const people = 8

/** Restarts while people ask without a pause: whatever was asked before the signal is answered. */
export const restarted: readonly Fault[] = [
  {
    name: `restart · ${restarts} times under load: every request asked before the signal is answered`,
    async try({ site, projectId }) {
      const paths = ['/', '/work', `/projects/${projectId}`, '/contact']
      const lost: (number | string)[] = []
      const firstAnswers: number[] = []
      let answered = 0
      for (let n = 0; n < restarts; n++) {
        const load = underLoad(site, paths)
        await wait(300)
        load.mark()
        await site.stop()
        const results = await load.end()
        answered += results.filter((status) => status === 200).length
        lost.push(...results.filter((status) => status !== 200))
        const begun = performance.now()
        await site.start()
        firstAnswers.push(Math.round(performance.now() - begun))
      }
      console.log(`     ${answered} answered, ${lost.length} lost; first answers after ${firstAnswers.join(', ')} ms`)
      must(lost.length === 0, `lost: ${lost.slice(0, 5).join(', ')}`)
    },
  },
]

/** `mark` is the moment of the signal: what was asked before it counts. */
function underLoad(site: Stage['site'], paths: readonly string[]) {
  const counted: Promise<number | string>[] = []
  let marked = false
  const busy = Array.from({ length: people }, async (_, n) => {
    for (let turn = n; !marked; turn++) {
      const asked = await askAt(site.port, paths[turn % paths.length] ?? '/').catch(() => null)
      // Handed over after the signal: nobody may have been there any more.
      if (!asked || marked) return
      counted.push(asked.answer)
      await asked.answer
    }
  })
  return {
    mark: () => void (marked = true),
    async end() {
      await Promise.all(busy)
      return Promise.all(counted)
    },
  }
}
