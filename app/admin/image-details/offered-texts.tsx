import { useEffect, useState } from 'react'
import type { EmbeddedTexts } from '#portfolio/photo/photo.ts'
import { endpoints } from '#app/endpoints.ts'

const noTexts: EmbeddedTexts = { caption: '', credit: '' }

interface OfferedTextProps {
  source: keyof EmbeddedTexts
  /** Empty until it is loaded, or if there is none. */
  offered: string
  /** The current text, which the offered one would replace. */
  text: string
  onUse: (offered: string) => void
}

/** Offers a text that is embedded in the original; does not save it. Reserves space until the text is loaded. */
export function OfferedText({ source, offered, text, onUse }: OfferedTextProps) {
  return (
    <div className="tool-offer">
      {offered === '' || offered === text ? null : (
        <button type="button" className="tool-link" onClick={() => onUse(offered)}>
          {/* In one element: the button is a flex container, which would make each part an item of its own. */}
          <span>
            Use {source} “<bdi>{offered}</bdi>”
          </span>
        </button>
      )}
    </div>
  )
}

/** Loads the texts embedded in the original if `wanted`. They are empty until then, or if they cannot be read. */
export function useOfferedTexts(originalId: string, wanted: boolean): EmbeddedTexts {
  const [texts, setTexts] = useState(noTexts)
  useEffect(() => {
    if (!wanted) return
    const controller = new AbortController()
    fetchTexts(originalId, controller.signal).then(setTexts, () => {})
    return () => controller.abort()
  }, [originalId, wanted])
  return texts
}

async function fetchTexts(originalId: string, signal: AbortSignal): Promise<EmbeddedTexts> {
  const response = await fetch(`${endpoints.offeredTexts}/${originalId}`, { signal })
  // The route returns this shape; a proxy may return another.
  const { value } = (await response.json()) as { value?: Partial<Record<keyof EmbeddedTexts, unknown>> }
  const textOf = (text: unknown) => (typeof text === 'string' ? text : '')
  return { caption: textOf(value?.caption), credit: textOf(value?.credit) }
}
