import { acceptedFormatNames } from '#portfolio/photo/accepted-formats.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

export const acceptedTypesHint = `${acceptedFormatNames}, up to ${megabytes(photoLimits.bytes)} each, JPEG up to ${megabytes(photoLimits.jpeg.bytes)}.`

export const readingFolder = 'Reading the folder...'
