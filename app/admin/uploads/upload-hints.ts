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
