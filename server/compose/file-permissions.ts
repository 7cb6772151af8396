import { stat } from 'node:fs/promises'
import type { Log } from '#portfolio/ports.ts'

export async function warnOfReadableSecret(path: string, log: Pick<Log, 'warn'>): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0)
    log.warn('other users of this machine can read the secret: run chmod 600', { path, mode: mode.toString(8) })
}

export async function warnOfWritableFolder(path: string, log: Pick<Log, 'warn'>): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o002) !== 0)
    log.warn('other users of this machine can replace the data: run chmod 700', { path, mode: mode.toString(8) })
}
