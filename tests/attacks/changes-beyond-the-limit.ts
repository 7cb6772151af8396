import { expect } from 'vitest'
import type { Attack } from './run-attacks.ts'

/** More changes by an admin than the site accepts in a minute. */
export function changesBeyondTheLimit(): Attack {
  let minutes = 1
  return {
    name: '200 changes, of which at most 120 a minute are accepted',
    isAccepted: true,
    status: [200, 429],
    send: async (target) => {
      // Otherwise the minute that an earlier attack began could end during this one.
      await target.site.query('delete from "tallies"')
      const startMs = performance.now()
      const responses = []
      for (let n = 0; n < 10; n++) {
        responses.push(
          ...(await Promise.all(
            Array.from({ length: 20 }, () =>
              target.request('/work.data', {
                as: 'admin',
                form: { intent: 'move', projectId: target.projectIds[0] ?? '', position: '3' },
              }),
            ),
          )),
        )
      }
      // A busy machine may take longer than a minute.
      minutes = 1 + Math.floor((performance.now() - startMs) / 60_000)
      return responses
    },
    verify: (_, responses) =>
      expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(120 * minutes),
  }
}
