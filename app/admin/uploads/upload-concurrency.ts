/** How many files of a queue are uploaded at a time. */
export const maxUploads = 3
/** How many uploads of a queue are examined at a time. The server queues examinations as well. */
export const maxExaminations = 2
/** One at a time, because each is followed by a revalidation. */
export const maxAttachments = 1
/** One at a time on the whole page: decoding a 30 MB photo takes 130 MB of memory. */
export const maxPreviews = 1
