import { useEffect, useState } from 'react'
import { endpoints } from '#app/endpoints.ts'

interface OfferedCaptionProps {
  photoId: string
  /** The text that the caption would replace. */
  text: string
  onUse: (caption: string) => void
}

/** Offers the caption inside the original file as the text. Saves nothing. Space is reserved until it is loaded. */
export function OfferedCaption({ photoId, text, onUse }: OfferedCaptionProps) {
  const caption = useOfferedCaption(photoId)
  return (
    <div className="tool-offer">
      {caption === '' || caption === text ? null : (
        <button type="button" className="tool-link" onClick={() => onUse(caption)}>
          Use caption “<bdi>{caption}</bdi>”
        </button>
      )}
    </div>
  )
}

/** Empty until it is loaded, if there is none, and if it cannot be read. */
function useOfferedCaption(photoId: string): string {
  const [caption, setCaption] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    fetchCaption(photoId, controller.signal).then(setCaption, () => {})
    return () => controller.abort()
  }, [photoId])
  return caption
}

async function fetchCaption(photoId: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${endpoints.offeredCaptions}/${photoId}`, { signal })
  // The route returns this shape; a proxy may return another.
  const { value } = (await response.json()) as { value?: { caption?: unknown } }
  return typeof value?.caption === 'string' ? value.caption : ''
}
