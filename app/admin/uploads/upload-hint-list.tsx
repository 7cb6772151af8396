interface UploadHintListProps {
  hints: readonly string[]
}

/** Hints at accepted files, also after they have left the queue. The live region stays mounted. */
export function UploadHintList({ hints }: UploadHintListProps) {
  return (
    <div role="log">
      {hints.map((hint, index) => (
        // Two files may have the same name and size; hints are only added at the end.
        <p key={index} className="tool-hint">
          <bdi>{hint}</bdi>
        </p>
      ))}
    </div>
  )
}
