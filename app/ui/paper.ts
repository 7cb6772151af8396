/** The colour of the page, for what no style sheet reaches: the browser's own bar. The same as `--paper`. */
export const paper = '#f6f3ee'

/** The same by night. */
export const paperByNight = '#1c1a18'
