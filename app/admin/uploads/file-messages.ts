import { acceptedFormats } from '#portfolio/photo/accepted-formats.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'

const maxMegabytes = photoLimits.bytes / 1024 / 1024

export const acceptedTypesHint = `${acceptedFormats}, up to ${maxMegabytes} MB each.`
export const fileTooLarge = `This file is larger than ${maxMegabytes} MB.`
