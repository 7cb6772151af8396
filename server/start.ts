import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import type { Log } from '#portfolio/ports.ts'
import { checkSecret } from '#portfolio/health/check-secret.ts'
import { getOrCreateClaimLink } from '#portfolio/setup/claim-link.ts'
import { loadSamples, waitForCovers } from '#samples/load.ts'
import { restorableMs } from '#portfolio/bin/retention.ts'
import { openLatestBackup } from './backup/archive.ts'
import { openBackupProcess } from './backup/backup-process.ts'
import type { BackupLocation } from './backup/bucket/backup-bucket.ts'
import { refuseBucket } from './backup/refuse-bucket.ts'
import { readOriginals } from './database/originals.ts'
import { startNightlyBackups } from './jobs/nightly-backup.ts'
import { startScheduler, type Scheduler } from './jobs/scheduler.ts'
import { defaultBackupDir, type Config } from './config.ts'
import { lockDataFolder } from './database/data-folder-lock.ts'
import { packExport } from './export/archive.ts'
import { pollChanges } from './events/poll-changes.ts'
import { createApp } from './http/app.ts'
import { clientAddressFinder } from './http/client-address.ts'
import { prepareDrain } from './http/drain.ts'
import { openServer } from './http/node-server.ts'
import { warnOnce } from './http/warn-once.ts'
import { openLog, print } from './log.ts'
import type { Adapters } from './compose/adapters.ts'
import { openAdapters } from './compose/open-adapters.ts'
import { outsideOfRequests } from './request-scope.ts'
import { oneLine } from './database/one-line.ts'
import { findTemporaryReason } from './database/temporary-failure.ts'
import { BucketFailed } from './storage/bucket-errors.ts'

/** The process exits after this time even if the shutdown is still running. */
const stopTimeoutMs = 25_000
const retryStorageEveryMs = 1_000

const ignoredForwarding =
  'X-Forwarded-For is ignored, because its sender is not in TRUSTED_PROXIES: behind a proxy all visitors share one rate limit'
const noBackupDir = 'BACKUP_DIR does not exist, so no backup can be made: create it, or mount its disk'
const everyProxy = 'TRUSTED_PROXIES contains all addresses: any client can forge its address'

/** Opens the site and listens. SIGTERM, SIGINT and SIGHUP shut it down gracefully. */
export async function start(config: Config, pages: ServerBuild): Promise<void> {
  const log = openLog()
  await lockDataFolder(config.dataDir)
  const { adapters, scheduler, backups, app, close } = await waitForStorage(() => openSite(config, pages, log))
  const { ports, runExclusively } = adapters
  const addSamples = () => runExclusively('start', () => loadSamples(ports, './samples', print))
  const getClaimLink = () => getOrCreateClaimLink(ports, config.origin, { renew: false })
  const claimLink = await waitForStorage(async () => {
    if (config.samples && (await addSamples())) await waitForCovers(ports)
    return runExclusively('start', getClaimLink)
  })
  const { respondDirectly } = app
  const { recordRequest } = adapters
  const server = openServer(app.fetch, { ...config, log, respondDirectly, recordRequest })
  const drain = prepareDrain(server, app.prepareStop)
  const observed = { server, pages, app, ports: adapters.ports }
  // Loaded only for sites that use it, because it is large.
  const telemetry = config.sendsTelemetry ? (await import('./telemetry/open.ts')).openTelemetry(observed) : null
  server.on('error', (error) => stop(1, describeListenError(config, error)))
  server.listen(config.port, config.host, () => print(greeting(config, claimLink.ok ? claimLink.value : null)))

  let stopping = false
  async function stop(code: number, reason: string): Promise<void> {
    if (stopping) return
    stopping = true
    print(reason)
    setTimeout(() => process.exit(code), stopTimeoutMs).unref()
    const jobsStopped = Promise.all([scheduler.stop(), backups.stop()])
    if (server.listening) await drain()
    await jobsStopped
    await telemetry?.close()
    await close()
    process.exit(code)
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0, 'Stopping.'))
}

/** Retries `work` every second while the database or the bucket is unavailable or locked, for example at boot. */
async function waitForStorage<T>(work: () => Promise<T>): Promise<T> {
  let waiting = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const bucketReason = error instanceof BucketFailed && error.isTemporary ? oneLine(error.reason) : null
      const reason = findTemporaryReason(error) ?? bucketReason
      if (reason === null) throw error
      const storage = bucketReason === null ? 'database' : 'bucket'
      if (!waiting) print(`The ${storage} is not available (${reason}). The site starts as soon as it is.`)
      waiting = true
      await wait(retryStorageEveryMs)
    }
  }
}

/** Opens the adapters, starts the background jobs and creates the app; it does not listen yet. */
export async function openSite(config: Config, pages: ServerBuild, log: Log, { cachesPages = true } = {}) {
  const adapters = await openAdapters(config, log)
  const { ports, mailer, probeDatabase, receiveUpload, watchForeignChanges, listenForChanges } = adapters
  const startJobs = async () => {
    // Only with a bucket do processes have separate data folders, whose secrets may differ.
    if (config.bucket) await checkSecret(ports, adapters.secretHash)
    return startScheduler(ports, mailer, { sharesData: config.bucket !== null })
  }
  const scheduler = await startJobs().catch(async (error: unknown) => {
    await adapters.close()
    throw error
  })
  const polling = pollChanges(ports.events, log, watchForeignChanges?.())
  const stopListening = listenForChanges?.({
    onChange: polling.pollNow,
    onFailure: (error) =>
      log.warn('PostgreSQL cannot send change notifications, so changes are only polled until it can', {
        cause: String(error),
      }),
  })
  adapters.onWake(outsideOfRequests(scheduler.wake))
  const backups = startBackups(config, adapters, scheduler)
  const findClientAddress = clientAddressFinder(config.trustedProxies, warnOnce(log, ignoredForwarding))
  if (config.trustedProxies.some((network) => network.endsWith('/0'))) log.warn(everyProxy)
  const { origin } = config
  const hasForeignChanges = cachesPages ? (watchForeignChanges?.() ?? (() => false)) : null
  const app = createApp({
    ports,
    origin,
    pages,
    findClientAddress,
    probeDatabase,
    receiveUpload,
    backups,
    packExport: (folder, files) => packExport(ports, folder, files),
    hasForeignChanges,
  })
  const close = () => {
    stopListening?.()
    polling.stop()
    return adapters.close()
  }
  return { adapters, scheduler, backups, app, close }
}

function startBackups(
  { dataDir, backupDir: into, backupBucket, databaseUrl, bucket, secret }: Config,
  { ports, runUnlessRunning, isRunning }: Adapters,
  { checkClock }: Pick<Scheduler, 'checkClock'>,
) {
  if (into !== defaultBackupDir(dataDir) && !existsSync(into)) ports.log.error(noBackupDir, { folder: into })
  const backupProcess = openBackupProcess()
  const backUp = async () => {
    const now = ports.now()
    // If the clock is ahead, all other backups and all removed photos look old.
    const deletesExpired = (await checkClock()) !== null
    const removedBefore = new Date(deletesExpired ? now.getTime() - restorableMs : 0)
    const common = { dataDir, now, removedBefore, deletesExpired }
    if (backupBucket) return backupProcess.run({ ...common, into: backupBucket, databaseUrl, bucket, secret })
    refuseBucket(bucket)
    const originals = databaseUrl ? await readOriginals(ports.db, removedBefore) : null
    return backupProcess.run({ ...common, into, originals })
  }
  const jobs = startNightlyBackups(ports, backUp, {
    runUnlessRunning: (work) => runUnlessRunning('backup', work),
    isRunning: () => isRunning('backup'),
  })
  const openLatestInBucket = async (location: BackupLocation) => {
    // Loaded only for sites with backups in a bucket, because the client is large.
    const { openLatestBucketBackup } = await import('./backup/bucket/download.ts')
    return openLatestBucketBackup({ dataDir, bucket, into: location })
  }
  return {
    ...jobs,
    openLatest: () => (backupBucket ? openLatestInBucket(backupBucket) : openLatestBackup(dataDir, into)),
    stop: () => {
      const stopped = jobs.stop()
      backupProcess.stop()
      return stopped
    },
  }
}

function describeListenError({ host, port }: Config, error: NodeJS.ErrnoException): string {
  const advice =
    error.code === 'EADDRINUSE'
      ? 'this site or another program already uses the port: stop it, or choose another PORT.'
      : 'check HOST and PORT.'
  return `The site cannot listen on ${host}:${port} (${error.message}): ${advice}`
}

function greeting({ origin, dataDir }: Config, claimLink: string | null): string {
  const claim = [
    '  To become its admin, open this link within 24 hours. ‘npm run admin -- claim’ prints a new one:',
    `    ${claimLink}`,
    '',
  ]
  return [
    '',
    `  Enfilade is open at ${origin}`,
    '',
    ...(claimLink === null ? [] : claim),
    `  The data is stored in ${dataDir}`,
    '',
  ].join('\n')
}
