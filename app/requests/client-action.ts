import { data } from 'react-router'
import { refused, unexpectedErrorMessage, type Result } from '#portfolio/result.ts'

/**
 * For a `clientAction`: calls the server action and turns every error (no connection, no response, an error status)
 * into a refusal. A thrown error would replace the page and any text typed on it.
 */
export async function callServerAction<T>(call: { serverAction: () => Promise<unknown> }) {
  try {
    // Every action returns a Result (`respondWith`).
    return (await call.serverAction()) as Result<T>
  } catch (error) {
    // A redirect is a thrown Response, which React Router handles.
    if (error instanceof Response) throw error
    // `fetch` rejects with a TypeError when there is no response.
    return respondUnavailable(
      error instanceof TypeError
        ? 'The site could not be reached. Please check the connection and try again.'
        : unexpectedErrorMessage,
    )
  }
}

/** Status 503 keeps React Router from revalidating the page, which would fail too. */
function respondUnavailable(message: string) {
  return data(refused('unavailable', message), { status: 503 })
}
