import type { PasskeyResponse } from '#portfolio/ports.ts'

/** Parses the passkey response in a form field; `null` if there is none. It has an `id`; verification checks the rest. */
export function readPasskeyResponse(field: FormDataEntryValue | null): PasskeyResponse | null {
  try {
    const value: unknown = JSON.parse(String(field))
    return isResponse(value) ? value : null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
}

function isResponse(value: unknown): value is PasskeyResponse {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}
