import { data } from 'react-router'
import { refused, type Outcome } from '#portfolio/outcome.ts'

/**
 * For `clientAction`: a wish that never reached the site, whose answer never came back, or that the site
 * stumbled over, is a refusal like any other. Thrown, it would replace the page and what was typed on it.
 */
export async function sayWhenCut<T>(call: { serverAction: () => Promise<unknown> }) {
  try {
    // The answer of our own action: an Outcome, as `answer` wrote it.
    return (await call.serverAction()) as Outcome<T>
  } catch (error) {
    // A redirect travels as a thrown Response: React Router follows it.
    if (error instanceof Response) throw error
    // `fetch` rejects with a TypeError when there was no answer; anything else is one that the site gave.
    return unavailable(
      error instanceof TypeError
        ? 'The site could not be reached. Please check the connection and try again.'
        : 'Something went wrong on our side. Please try again in a moment.',
    )
  }
}

/** Under its status, as the site would say it: after a refusal no page is read again, which now would not come. */
function unavailable(message: string) {
  return data(refused('unavailable', message), { status: 503 })
}
