const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a one-time link can be used. The mails that contain the links state the same times. */
export const linkLifetimesMs = { reset: 30 * minuteMs, invitation: 7 * dayMs, email: dayMs } as const

/** How long an ended link is kept, so that its page can say why it fails. */
export const endedLinkRetentionMs = 7 * dayMs
