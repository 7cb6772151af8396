import { acceptedTypesHint } from './file-messages.ts'

export function PictureHint() {
  return (
    <>
      {acceptedTypesHint} <span className="tool-drop-hint">Drop them anywhere on the page, or paste them.</span>
    </>
  )
}
