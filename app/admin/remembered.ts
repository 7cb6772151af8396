const prefix = 'enfilade-upload-'
/** A little less than the site keeps what nobody hung: an older upload would not be there any more. */
const keptMs = 23 * 60 * 60_000

// The storage of the browser may be closed or full: then this tab still remembers.
const here = new Map<string, string>()

/** The address at which an earlier try of this file was sent, in this tab or in one that was closed. */
export function recall(fingerprint: string): string | null {
  const kept = here.get(fingerprint) ?? attempt(() => localStorage.getItem(prefix + fingerprint))
  const [, at, address] = /^(\d+) (\S+)$/.exec(kept ?? '') ?? []
  return address !== undefined && Date.now() - Number(at) < keptMs ? address : null
}

export function remember(fingerprint: string, address: string): void {
  const kept = `${Date.now()} ${address}`
  here.set(fingerprint, kept)
  attempt(() => {
    sweep()
    localStorage.setItem(prefix + fingerprint, kept)
  })
}

export function forget(fingerprint: string): void {
  here.delete(fingerprint)
  attempt(() => localStorage.removeItem(prefix + fingerprint))
}

function sweep(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    const at = Number.parseInt(localStorage.getItem(key) ?? '', 10)
    if (!(Date.now() - at < keptMs)) localStorage.removeItem(key)
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
