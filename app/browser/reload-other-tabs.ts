import type { TabMessage } from './live-updates.ts'

/** Makes the other tabs of this browser load their pages again, as after a change that they have missed. */
export function reloadOtherTabs(): void {
  if (!('BroadcastChannel' in window)) return
  // Written here again: visitors would load another export.
  const tabs = new BroadcastChannel('enfilade-live')
  tabs.postMessage({ type: 'edition', edition: '' } satisfies TabMessage)
  tabs.close()
}
