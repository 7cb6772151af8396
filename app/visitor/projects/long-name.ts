/** A longer name at title size would fill the screen. */
const maxCodePoints = 40

/** The value of `data-long`, which reduces the font size. */
export function isLongName(name: string): true | undefined {
  return [...name].length > maxCodePoints || undefined
}
