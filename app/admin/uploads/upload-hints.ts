import { createListeners } from '#app/ui/listeners.ts'

/** Hints about accepted files. They remain after the items have left the queue, until other files are chosen. */
export function createUploadHints() {
  let hints: readonly string[] = []
  const { subscribe, notify } = createListeners()
  const set = (next: readonly string[]) => {
    hints = next
    notify()
  }
  return {
    subscribe,
    list: () => hints,
    add: (fileName: string, hint: string) => set([...hints, `${fileName}: ${hint}`]),
    clear: () => set([]),
  }
}

/** The minimum length of the longer side. */
const minSharpPixels = 1_200

/** A hint about a picture that is accepted but too small for large screens; `null` for larger ones. */
export function smallPictureHint({ width, height }: { width: number; height: number }): string | null {
  if (Math.max(width, height) >= minSharpPixels) return null
  return `Small picture: ${width} × ${height} pixels. At least ${minSharpPixels} pixels look sharp on large screens.`
}
