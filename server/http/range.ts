/** The first and the last byte. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * What part of `size` bytes a GET asks for (RFC 9110, 14.2). `none`: it asks for bytes that are not there.
 * Several parts at once, other units and what cannot be understood are answered with all of it, as the RFC allows.
 */
export function readRange(headers: Headers, tag: string, size: number): Range | 'all' | 'none' {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.get('Range')?.trim() ?? '')
  const condition = headers.get('If-Range')
  if (!asked || (condition !== null && condition.trim() !== tag)) return 'all'
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return 'all'
  if (from === '') return suffix(Number(to), size)
  const start = Number(from)
  if (to !== '' && Number(to) < start) return 'all'
  if (start >= size) return 'none'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function suffix(length: number, size: number): Range | 'none' {
  return length === 0 || size === 0 ? 'none' : { start: Math.max(size - length, 0), end: size - 1 }
}
