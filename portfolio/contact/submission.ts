/** Lengths in code points after trimming; every field is required. */
export const submissionLimits = { firstName: 100, lastName: 100, email: 254, subject: 200, message: 5_000 } as const

/** The fields of the contact form, in the order in which they are asked. */
export type SubmissionField = keyof typeof submissionLimits
