/** The time zone in which the hour of the nightly backup, 3:00, has just passed: `Etc/GMT+3` is 3 hours behind UTC. */
export function zoneAfterNight(now: Date): string {
  const behindUtc = ((now.getUTCHours() - 4 + 36) % 24) - 12
  return `Etc/GMT${behindUtc < 0 ? behindUtc : `+${behindUtc}`}`
}
