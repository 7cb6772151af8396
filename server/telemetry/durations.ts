/** In seconds: the bucket boundaries that the semantic conventions recommend for HTTP, and 60 s for background jobs. */
export const durationBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 60]
