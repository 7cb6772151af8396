/** Lengths in code points after trimming; every field is required. */
export const submissionLimits = { firstName: 100, lastName: 100, email: 254, subject: 200, message: 5_000 } as const

/** A field that people neither see nor hear: only what fills in forms by itself writes into it. */
export const trap = 'website'

/** The field that holds when the form was drawn. */
export const drawn = 'drawn'

/** The fields of the contact form, in the order in which they are asked. */
export type SubmissionField = keyof typeof submissionLimits
