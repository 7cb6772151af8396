import { useEffect } from 'react'

/** Sets `data-pointer` on the document from a pointer press until the next key press; base.css uses it. */
export function usePointerInput(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const onPointer = () => (dataset['pointer'] = '')
    const onKey = () => delete dataset['pointer']
    document.addEventListener('pointerdown', onPointer, { capture: true })
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', onPointer, { capture: true })
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
}
