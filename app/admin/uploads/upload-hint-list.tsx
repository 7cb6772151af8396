interface UploadHintListProps {
  hints: readonly string[]
}

/** Hints at accepted files, also after they have left the queue. The live region stays mounted. */
export function UploadHintList({ hints }: UploadHintListProps) {
  return (
    <div role="log">
      {hints.map((hint) => (
        <p key={hint} className="tool-hint">
          <bdi>{hint}</bdi>
        </p>
      ))}
    </div>
  )
}
