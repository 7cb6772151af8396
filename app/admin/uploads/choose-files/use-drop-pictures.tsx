import { useEffect, useRef, useState } from 'react'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { DropZone } from './drop-zone.tsx'
import { hasFolder, picturesIn, readDropped } from './read-folders.ts'

/**
 * Accepts pictures, and folders with pictures, dropped anywhere on the page or pasted. Render `dropZone` once per page,
 * and call `choose` for files that are chosen in another way.
 */
export function useDropPictures(onFiles: (files: readonly File[]) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setIsReading] = useState(false)
  const readings = useRef(new Set<Promise<boolean>>())
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => void (isUnmounted.current = true)
  }, [])
  useUnsavedChanges(isReading)

  const choose = (files: readonly File[]) => {
    setProblem(null)
    onFiles(files)
  }
  /** Resolves with whether pictures were added. */
  const addFolders = async (transfer: DataTransfer): Promise<boolean> => {
    setProblem(null)
    try {
      const pictures = picturesIn(await readDropped(transfer))
      if (isUnmounted.current) return false
      if (pictures.length === 0) setProblem('It contains no pictures.')
      else onFiles(pictures)
      return pictures.length > 0
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      setProblem('A file in it could not be read. Please drop the folder again.')
      return false
    }
  }
  const drop = async (files: readonly File[], transfer: DataTransfer) => {
    if (!hasFolder(transfer)) return choose(files)
    const adding = addFolders(transfer)
    const reading = adding.catch(() => false)
    readings.current.add(reading)
    setIsReading(true)
    await reading
    readings.current.delete(reading)
    setIsReading(readings.current.size > 0)
    // Rejects with an unexpected error, so that it is reported.
    await adding
  }
  return {
    choose,
    isReading,
    /** `null` unless dropped folders are being read; otherwise resolves with whether every drop added pictures. */
    waitForFolders(): Promise<boolean> | null {
      if (readings.current.size === 0) return null
      return Promise.all(readings.current).then((added) => added.every(Boolean))
    },
    dropZone: (
      <>
        <DropZone
          message="Drop the pictures to choose them."
          onFiles={(files, transfer) => void drop(files, transfer)}
        />
        {problem === null ? null : <FailureMessage message="Failed to add the folder" reason={problem} />}
      </>
    ),
  }
}
