import { expect, test } from 'vitest'
import { ImageProcessorFailed } from '#portfolio/ports.ts'
import { describeFailure } from './failure.ts'
import { failureOf, OriginalMissing } from './failure-of-error.ts'

test.each([
  [new OriginalMissing('the original Images/1.jpg is missing'), 'missing'],
  [new ImageProcessorFailed('Error: VipsJpeg: premature end of JPEG image', false), 'damaged'],
  [new ImageProcessorFailed('the process ended: SIGABRT', false, true), 'exhausted'],
  [new Error('every attempt was interrupted'), 'other'],
])('%s is classified as %s, and its message is not shown', (error, failure) => {
  expect(failureOf(error)).toBe(failure)
  expect(describeFailure(failure as 'other')).not.toContain(error.message)
})
