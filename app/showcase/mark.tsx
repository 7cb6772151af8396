/** The sign of the house: doors that stand in one line. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} fill="none" stroke="currentColor" aria-hidden>
      <path d="M3.5 27V1.5h21V27M8.5 27V6.5h12V27M12 27V11h6v16M0 27h28" />
    </svg>
  )
}
