/** The colour of the page, for what no style sheet reaches: the browser's own bar. The same as `--paper`. */
export const paper = '#f6f3ee'
