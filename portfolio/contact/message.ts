/** Lengths in code points after trimming; every field is required. */
export const messageLimits = { firstName: 100, lastName: 100, email: 254, subject: 200, message: 5_000 } as const

/** A field hidden from people, so only bots fill it in. Text browsers show it with its label 'Leave this empty'. */
export const honeypotField = 'website'

/** The field with the signed time at which the form was rendered. */
export const timestampField = 'drawn'

export type MessageField = keyof typeof messageLimits

/** Months after which a message is deleted, as the privacy notice says. */
export const messageRetentionMonths = 12
