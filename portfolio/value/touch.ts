import { refused } from '#portfolio/result.ts'

export const valueNotFound = refused('unknown', 'This value is no longer there.')
