import { request } from 'node:http'
import { expect } from 'vitest'
import { freshClientAddress, type TargetSite } from './target-site.ts'

/** Records the events that a visitor's live stream reports. */
export async function recordEvents({ site }: TargetSite): Promise<{ topics: () => string[]; close: () => void }> {
  let text = ''
  const outgoing = request(
    `${site.origin}/live`,
    { agent: false, headers: { 'X-Forwarded-For': freshClientAddress() } },
    (response) => response.on('data', (chunk: Buffer) => (text += chunk.toString())),
  )
  outgoing.on('error', () => {})
  outgoing.end()
  await expect.poll(() => text).toContain('event: edition')
  const topics = () => [...text.matchAll(/event: changed\ndata: (.+)\n/g)].map(([, topic = '']) => topic)
  return { topics, close: () => outgoing.destroy() }
}
