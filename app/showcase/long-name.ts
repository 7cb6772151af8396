/** So many code points of a name are set as large as titles are; longer ones would fill the screen. */
const most = 40

/** Whether a name is set smaller, as `data-long` marks it. */
export function isLong(name: string): true | undefined {
  return [...name].length > most || undefined
}
