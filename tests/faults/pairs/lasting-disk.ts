import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mountScripts, type DiskPart } from '#tests/faults/small-disk.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { Launch, SiteProcess } from '#tests/support/site/site-process.ts'
import { injectorArguments } from '#tests/faults/injector/injector.ts'

// The first start leaves a process that keeps the disk mounted until the folder `ASIDE` is removed.
const script = `
  export ASIDE="$DATA_DIR.aside" ROOT="$PWD"
  if [ ! -e "$ASIDE/holder" ]; then
    mkdir -p "$ASIDE"
    { unshare -rm sh -c "$MOUNT"' && echo $$ > "$ASIDE/holder.new" && mv "$ASIDE/holder.new" "$ASIDE/holder" &&
      while [ -e "$ASIDE/holder" ]; do sleep 1; done' || : > "$ASIDE/holder"; } < /dev/null > /dev/null 2>&1 &
    while [ ! -e "$ASIDE/holder" ]; do sleep 0.02; done
  fi
  exec nsenter -t "$(cat "$ASIDE/holder")" -U -m --preserve-credentials sh -c 'cd "$ROOT" && exec "$@"' sh "$@"`

/** Starts a site with the injector, and this part of its data on a 24 MB disk that stays mounted between starts. */
export function launchOnLastingDisk(part: DiskPart): Launch {
  return (program, args, env) =>
    spawn('sh', ['-c', script, 'sh', program, ...injectorArguments, ...args], {
      env: { ...env, MOUNT: mountScripts[part] },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
}

/** A path in the data folder as the site sees it, even while it does not run. */
export async function pathOnDisk(site: SiteProcess, ...path: string[]): Promise<string> {
  const holder = await findHolder(site)
  return join(holder ? `/proc/${holder}/root` : '/', site.dataDir, ...path)
}

/** The command that runs a program with the site's view of the file system. */
export async function commandWithDisk(
  site: SiteProcess,
  program: string,
  ...args: string[]
): Promise<[program: string, args: string[]]> {
  const holder = await findHolder(site)
  if (!holder) return [program, args]
  return ['nsenter', ['-t', holder, '-U', '-m', '--preserve-credentials', program, ...args]]
}

/** The id of the process that keeps the disk mounted; `null` if there is none. */
async function findHolder({ dataDir }: SiteProcess): Promise<string | null> {
  return (await readFile(`${dataDir}.aside/holder`, 'utf8').catch(() => null))?.trim() ?? null
}

/** Copies the data folder as the site sees it. */
export async function copyFromDisk(site: SiteProcess): Promise<string> {
  const copy = await mkdtemp(join(temporaryRoot(), 'enfilade-copy-'))
  await cp(await pathOnDisk(site), copy, { recursive: true })
  return copy
}
