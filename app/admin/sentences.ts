import { photoLimits } from '#portfolio/photo/photo.ts'

// What is said about a file both before it is sent and by those who send it.
export const notAPicture = 'This is not a JPEG, PNG or WebP picture.'
export const tooLarge = `This file is larger than ${photoLimits.bytes / 1024 / 1024} MB.`
