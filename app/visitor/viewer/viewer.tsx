import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { preinit } from 'react-dom'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { useScrollLock } from '#app/ui/dialog/scroll-lock.ts'
import { useModal } from '#app/ui/dialog/use-modal.ts'
import { SaveDataContext } from '#app/ui/photo/save-data.ts'
import { shrinkToThumbnail, growFromThumbnail } from './shared-element-transition.ts'
import { imageParam } from './viewer-url.ts'
import { handlePagingKey, handleZoomKey } from './viewer-keys.ts'
import { Slide } from './slide.tsx'
import { useRestingControls } from './use-resting-controls.ts'
import { useGestures } from './use-gestures.ts'
import { CounterAndCaption } from './counter-and-caption.tsx'
import { unzoomed } from './zoom.ts'
import viewerStyles from './viewer.css?url&no-inline'

// The viewer's styles load with this module, before the viewer opens, and not with every project.
preinit(viewerStyles, { as: 'style', precedence: 'default' })

interface ViewerProps {
  images: readonly PhotoView[]
  /** 0-based. */
  index: number
  projectName: string
  onShow: (index: number) => void
  onClose: () => void
}

/**
 * A full-screen dialog that shows one image at a time; open while it is rendered. Its controls submit a form, so that
 * they work without JavaScript when it is rendered on the server.
 */
export default function Viewer({ images, index: givenIndex, projectName, onShow, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const form = useId()
  const fromServer = useFromServer()
  const count = images.length
  const [index, goTo] = useOptimisticIndex(givenIndex, count, onShow)
  const image = images[index]
  const id = image?.id ?? ''
  const filePixels = Math.max(0, ...(image?.widths ?? []))
  useScrollLock(true)
  const imageElement = () => viewport.current?.querySelector<HTMLElement>('[data-offset="0"] > *') ?? null
  useModal(dialog, onClose, {
    onOpened: () => !fromServer && growFromThumbnail(id, imageElement()),
    onClosing: () => shrinkToThumbnail(id, imageElement()),
  })
  const onStep = (step: -1 | 1) => goTo(index + step)
  const { scale, surface } = useGestures(viewport, track, { id, index, count, filePixels, onStep, onClose })
  useRestingControls(dialog)
  if (!image) return null

  const pagingControl = (label: string, className: string, path: string, target: number) => {
    const value = images[wrapIndex(target, count)]?.id ?? ''
    const props = { form, value, label, className, path }
    return <Control {...props} onClick={() => goTo(target)} />
  }
  return (
    <dialog
      ref={dialog}
      open={fromServer || undefined}
      data-animated={!fromServer || undefined}
      className="viewer"
      data-zoomed={scale > 1 || undefined}
      aria-label={`Images of ${projectName}`}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const handled = handleZoomKey(event.key, surface.current) || handlePagingKey(event.key, index, count, goTo)
        if (handled) event.preventDefault()
      }}
    >
      <link rel="stylesheet" href={viewerStyles} precedence="default" />
      <form id={form} />
      <div ref={viewport} className="viewer-viewport">
        <div ref={track} className="viewer-track">
          <SaveDataContext value={false}>
            {slidesAround(index, count).map((slide) => (
              <Slide
                key={count > 2 ? images[slide.index]?.id : slide.offset}
                image={images[slide.index]}
                offset={slide.offset}
                index={slide.index}
                projectName={projectName}
                scale={slide.offset === 0 ? scale : unzoomed.scale}
              />
            ))}
          </SaveDataContext>
        </div>
      </div>
      <Control form={form} label="Close" className="viewer-close" path="m7 7 18 18M25 7 7 25" onClick={onClose} />
      {count > 1 ? (
        <>
          {pagingControl('Previous image', 'viewer-previous', 'M22 4 10 16l12 12', index - 1)}
          {pagingControl('Next image', 'viewer-next', 'm10 4 12 12-12 12', index + 1)}
        </>
      ) : null}
      <CounterAndCaption index={index} count={count} image={image} />
    </dialog>
  )
}

interface ControlProps {
  form: string
  /** The id of the image to show; omitted for Close. */
  value?: string
  label: string
  className: string
  path: string
  onClick: () => void
}

function Control({ form, value, label, className, path, onClick }: ControlProps) {
  return (
    <button
      type="submit"
      form={form}
      name={value === undefined ? undefined : imageParam}
      value={value}
      className={`viewer-control ${className}`}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      <svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" aria-hidden>
        <path d={path} />
      </svg>
    </button>
  )
}

/** Changes the index immediately; the next `givenIndex` overrides it. */
function useOptimisticIndex(givenIndex: number, count: number, onShow: (index: number) => void) {
  const [state, setState] = useState({ givenIndex, index: givenIndex })
  if (state.givenIndex !== givenIndex) setState({ givenIndex, index: givenIndex })
  const goTo = (target: number) => {
    const index = wrapIndex(target, count)
    setState({ givenIndex, index })
    onShow(index)
  }
  return [wrapIndex(state.index, count), goTo] as const
}

/** The current image and its neighbours, which are preloaded. */
function slidesAround(index: number, count: number): { offset: -1 | 0 | 1; index: number }[] {
  if (count < 2) return [{ offset: 0, index }]
  return ([-1, 0, 1] as const).map((offset) => ({ offset, index: wrapIndex(index + offset, count) }))
}

function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count
}

/** Whether the component was rendered on the server, so that it was open before any script ran. */
function useFromServer(): boolean {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  // Keeps the initial value: React must not remove the `open` attribute set by `showModal`.
  return useState(isHydrating)[0]
}

const subscribeToNothing = () => () => {}
