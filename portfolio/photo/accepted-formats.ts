/** The MIME types that the file picker offers. The server decides by content, never by this list. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const

/** The accepted formats, as sentences name them. */
export const acceptedFormats = 'JPEG, PNG, WebP or HEIC'

export const unsupportedFormat = `This is not a ${acceptedFormats} picture.`
