import type { TabMessage } from './live-updates.ts'

/** Makes the other tabs of this browser revalidate their pages, as after a missed change. */
export function reloadOtherTabs(): void {
  if (!('BroadcastChannel' in window)) return
  // The channel's name is repeated here, because an exported constant would add to what visitors download.
  const tabs = new BroadcastChannel('enfilade-live')
  tabs.postMessage({ type: 'edition', edition: '' } satisfies TabMessage)
  tabs.close()
}
