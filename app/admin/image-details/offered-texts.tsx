import { useEffect, useState } from 'react'
import type { EmbeddedTexts } from '#portfolio/photo/photo.ts'
import { endpoints } from '#app/endpoints.ts'

const noTexts: EmbeddedTexts = { caption: '', credit: '' }

interface OfferedTextProps {
  what: keyof EmbeddedTexts
  /** Empty until it is loaded, and if there is none. */
  offered: string
  /** The text that it would replace. */
  text: string
  onUse: (offered: string) => void
}

/** Offers a text inside the original file. Saves nothing. Space is reserved until it is loaded. */
export function OfferedText({ what, offered, text, onUse }: OfferedTextProps) {
  return (
    <div className="tool-offer">
      {offered === '' || offered === text ? null : (
        <button type="button" className="tool-link" onClick={() => onUse(offered)}>
          Use {what} “<bdi>{offered}</bdi>”
        </button>
      )}
    </div>
  )
}

/** The texts inside the original, if any is `wanted`; empty until they are loaded, and if they cannot be read. */
export function useOfferedTexts(photoId: string, wanted: boolean): EmbeddedTexts {
  const [texts, setTexts] = useState(noTexts)
  useEffect(() => {
    if (!wanted) return
    const controller = new AbortController()
    fetchTexts(photoId, controller.signal).then(setTexts, () => {})
    return () => controller.abort()
  }, [photoId, wanted])
  return texts
}

async function fetchTexts(photoId: string, signal: AbortSignal): Promise<EmbeddedTexts> {
  const response = await fetch(`${endpoints.offeredTexts}/${photoId}`, { signal })
  // The route returns this shape; a proxy may return another.
  const { value } = (await response.json()) as { value?: Partial<Record<keyof EmbeddedTexts, unknown>> }
  const textOf = (text: unknown) => (typeof text === 'string' ? text : '')
  return { caption: textOf(value?.caption), credit: textOf(value?.credit) }
}
