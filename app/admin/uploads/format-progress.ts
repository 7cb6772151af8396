const megabyte = 1024 * 1024

/** `12 MB`, or `9.9 MB`: one decimal below ten. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / megabyte
  return `${megabytes < 9.95 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en-GB')} MB`
}

/** `about 4 minutes`: rounded, because the estimate is not more precise. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes <= 1) return 'about a minute'
  if (minutes < 60) return `about ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour' : `about ${hours} hours`
}
