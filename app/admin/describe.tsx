import type { ReactNode } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { Said } from '#app/ui/said.tsx'
import { useAim } from './aim.ts'
import { AltEditor } from './alt-editor.tsx'
import { FocalPad } from './focal-pad.tsx'
import { useReady } from './ready.ts'
import { Failure } from './failure.tsx'

interface DescribeButtonProps {
  name: string
  open: boolean
  /** Whether there are no words for the picture yet. */
  wordless: boolean
  onToggle: () => void
}

/** Opens and closes what can be said of a picture. */
export function DescribeButton({ name, open, wordless, onToggle }: DescribeButtonProps) {
  const ready = useReady()
  return (
    <button
      type="button"
      className="tool-link"
      data-wordless={wordless || undefined}
      aria-label={`Describe ${name}`}
      aria-expanded={open}
      disabled={!ready}
      onClick={onToggle}
    >
      Describe
    </button>
  )
}

interface DescribeProps {
  action: string
  photo: Photograph
  /** What the picture is called: `image 3`. */
  name: string
  /** The picture, all of it, where it is not to be seen anyway: the pad lies over it. */
  children?: ReactNode
}

/** Alt text and focal point of one picture, set on the picture itself. */
export function Describe({ action, photo, name, children }: DescribeProps) {
  const { at, aim, told } = useAim(action, photo)
  const pad = <FocalPad name={name} width={photo.width} height={photo.height} at={at} onAim={aim} />
  return (
    <div className="tool-saying">
      {children ? (
        <div className="tool-whole">
          {children}
          {pad}
        </div>
      ) : (
        pad
      )}
      <p className="tool-hint">Click the picture, or use the arrow keys, to set the point that stays in sight.</p>
      <Said>{told?.well ? 'Focal point saved.' : null}</Said>
      {told?.well === false ? <Failure says="Failed to update project data" why={told.why} /> : null}
      <AltEditor action={action} photo={photo} name={name} />
    </div>
  )
}
