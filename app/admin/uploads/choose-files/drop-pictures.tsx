import { useState } from 'react'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { DropZone } from './drop-zone.tsx'
import { hasFolder, picturesIn, readDropped } from './read-folders.ts'

/** Accepts pictures, and folders with pictures, dropped anywhere on the page or pasted. Render it once per page. */
export function DropPictures({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (files: readonly File[], transfer: DataTransfer) => {
    setProblem(null)
    if (!hasFolder(transfer)) return onFiles(files)
    try {
      const pictures = picturesIn(await readDropped(transfer))
      if (pictures.length === 0) return setProblem('There is no picture in it.')
      onFiles(pictures)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      setProblem('A file in it could not be read. Please drop the folder again.')
    }
  }
  return (
    <>
      <DropZone message="Drop the pictures to choose them." onFiles={(files, transfer) => void add(files, transfer)} />
      {problem === null ? null : <FailureMessage message="Failed to add the folder" reason={problem} />}
    </>
  )
}
