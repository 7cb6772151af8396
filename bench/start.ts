import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareContent } from '#bench/site/content.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Measurement, PartOptions } from './measurement.ts'

// Measures the time from `node build/server/main.js` to the first page, and the memory that the idle site uses.

/** V8 frees memory when a process has been idle for about 20 s. */
const idleMs = 30_000

export async function measureStart({ rounds, report }: PartOptions): Promise<Measurement[]> {
  const content = await prepareContent()
  const startMs: number[] = []
  const residentMb: number[] = []
  for (let round = 0; round < rounds; round++) {
    const site = await SiteProcess.create(content)
    try {
      const startedAt = performance.now()
      await site.start()
      await (await fetch(`${site.origin}/work`)).text()
      startMs.push(performance.now() - startedAt)
      await readAllPages(site)
      await wait(idleMs)
      residentMb.push(residentMbOf(site.pid))
    } finally {
      await site.close()
    }
    report(`round ${round + 1}: ${startMs.at(-1)?.toFixed(0)} ms, ${residentMb.at(-1)?.toFixed(0)} MB`)
  }
  return [
    { label: 'start to the first page, ms', site: startMs, limit: { atMost: 700 } },
    { label: 'idle resident memory, MB', site: residentMb, limit: { atMost: 160 } },
  ]
}

async function readAllPages(site: SiteProcess): Promise<void> {
  const projects = site.sql<{ slug: string }>('select slug from projects where deletedAt is null')
  const paths = ['/', '/work', '/about', '/values', '/contact', ...projects.map(({ slug }) => `/projects/${slug}`)]
  for (const path of paths) await (await fetch(site.origin + path)).text()
}

/** The memory of a process and of those that it has started. Works on Linux only. */
function residentMbOf(pid: number): number {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStatus)
  const number = (status: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  const own = statuses.filter((status) => number(status, 'Pid') === pid || number(status, 'PPid') === pid)
  return own.reduce((sum, status) => sum + number(status, 'VmRSS'), 0) / 1024
}

/** Empty for a process that has ended in the meantime. */
function readStatus(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
