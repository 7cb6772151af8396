/** What admins read after "could not be read:" or "not in all sizes:"; the log has the error. */
const reasons = {
  damaged: 'the file is damaged or has an unsupported format',
  exhausted: 'there was not enough memory or time',
  missing: 'its file is missing',
  other: '',
} as const

export type DerivingFailure = keyof typeof reasons

/** The reason in words, without a full stop; empty if it is not known. */
export function describeFailure(failure: DerivingFailure | ''): string {
  return failure === '' ? '' : reasons[failure]
}
