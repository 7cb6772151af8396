/** The ids that the site gives to uploads. */
export const uploadId = /^[0-9a-f]{32}$/
