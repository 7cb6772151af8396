/** The logo: an enfilade, which is a row of aligned doorways. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} fill="none" stroke="currentColor" aria-hidden>
      <path d="M3.5 26.5V1.5h21v25M7.5 26.5V6.5h13v20M11.5 26.5V11.5h5v15M0 26.5h28" />
    </svg>
  )
}
