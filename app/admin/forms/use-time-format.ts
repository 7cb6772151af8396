import { defaultTimeZone, formatDate, formatTime } from '#portfolio/format-time.ts'
import { useRootData } from '#app/use-root-data.ts'

/** Formats an ISO time for display, in the studio's time zone. */
export type FormatTime = (at: string) => string

export function useTimeFormat(): { readonly formatDate: FormatTime; readonly formatTime: FormatTime } {
  const { timeZone = defaultTimeZone } = useRootData()
  return { formatDate: (at) => formatDate(at, timeZone), formatTime: (at) => formatTime(at, timeZone) }
}
