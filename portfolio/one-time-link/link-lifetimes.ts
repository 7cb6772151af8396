const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a one-time link can be used. The e-mails that contain the links state the same times. */
export const linkLifetimesMs = { reset: 30 * minuteMs, invitation: 7 * dayMs, email: dayMs } as const

/** How long a link is kept after it has expired, so that its page can say why the link fails. */
export const expiredOneTimeLinkRetentionMs = 7 * dayMs
