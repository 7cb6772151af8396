import { refused } from '#portfolio/result.ts'

/** The refusal for a value that does not exist or was removed. */
export const valueNotFound = refused('unknown', 'This value is no longer there.')
