import { createListeners } from '#app/ui/listeners.ts'

/** What is worth knowing about accepted files. It outlives their items, until other files are chosen. */
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

/** Of the longer side, in pixels. */
const sharpSide = 1_200

/** A hint at a picture that is accepted but too small for large screens; `null` for others. */
export function smallPictureHint({ width, height }: { width: number; height: number }): string | null {
  if (Math.max(width, height) >= sharpSide) return null
  return `Small picture: ${width} × ${height} pixels. At least ${sharpSide} pixels look sharp on large screens.`
}
