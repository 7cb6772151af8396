import { useState } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/result.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { imagesForm } from '#app/admin/forms/project-action.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface HideFailure {
  /** Where the button was pressed: the id of the image, or `selection`. */
  readonly source: string
  readonly refusal: Refusal
}

export function useHideFailure() {
  return useState<HideFailure | null>(null)
}

/** What the Hide and Show buttons of a gallery share. */
export interface GalleryHiding {
  hideFailure: HideFailure | null
  /** Called when a change begins. */
  onHide: () => void
  onHideFailed: (failure: HideFailure) => void
  onAnnounce: (message: string) => void
}

interface HideImagesProps extends GalleryHiding {
  action: string
  images: readonly PhotoView[]
  /** For accessible names: `image 3`, `2 images`. */
  name: string
  /** The id of the image, or `selection`. */
  source: string
}

/** Buttons that hide images from visitors, or show them again, in one step. */
export function useHideImages(props: HideImagesProps) {
  const { action, images, name, source, hideFailure } = props
  const { submit, submitting } = useActionFetcher(action)
  const ready = useHydrated()
  const ids = images.map(({ id }) => id)
  const change = async (hide: boolean) => {
    if (submitting) return
    props.onHide()
    const result = await submit(imagesForm(hide ? 'hide-image' : 'show-image', ids))
    if (result.ok) props.onAnnounce(describeChange(name, ids.length, hide))
    else props.onHideFailed({ source, refusal: result })
  }
  const button = (hide: boolean) => {
    const verb = hide ? 'Hide' : 'Show'
    const disabled = images.every(({ hidden = false }) => hidden === hide)
    return (
      <button
        type="button"
        className="tool-link"
        aria-label={`${verb} ${name}`}
        disabled={!ready}
        aria-disabled={disabled || undefined}
        aria-busy={submitting || undefined}
        // The second click of a double click would undo the first.
        onClick={({ detail }) => void (detail < 2 && !disabled && change(hide))}
      >
        {verb}
      </button>
    )
  }
  return {
    hideButton: button(true),
    showButton: button(false),
    hideMessage:
      hideFailure?.source === source ? (
        <FailureMessage message="Failed to update project data" reason={hideFailure.refusal} />
      ) : null,
  }
}

function describeChange(name: string, count: number, isHidden: boolean): string {
  const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${count === 1 ? 'is' : 'are'}`
  if (!isHidden) return `${subject} no longer hidden.`
  return `${subject} hidden. Only admins see ${count === 1 ? 'it' : 'them'}.`
}
