/** For the browser's toolbar; the same as `--paper` in `tokens.css`. */
export const themeColour = '#f6f3ee'

/** The same for the dark colour scheme. */
export const darkThemeColour = '#1c1a18'
