interface UploadHintListProps {
  hints: readonly string[]
}

/** Hints about accepted files, shown even after the files have left the queue. The live region stays mounted. */
export function UploadHintList({ hints }: UploadHintListProps) {
  return (
    <div role="log">
      {hints.map((hint, index) => (
        // Two files may have the same name and size. An index is a stable key, because hints are only appended.
        <p key={index} className="tool-hint">
          <bdi>{hint}</bdi>
        </p>
      ))}
    </div>
  )
}
