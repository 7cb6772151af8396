import { refused, type Outcome } from '#portfolio/outcome.ts'

/**
 * For `clientAction`: a wish that never reached the site, or whose answer never came back,
 * is a refusal like any other. Thrown, it would replace the page and what was typed on it.
 */
export async function sayWhenCut<T>(call: { serverAction: () => Promise<unknown> }): Promise<Outcome<T>> {
  try {
    // The answer of our own action: an Outcome, as `answer` wrote it.
    return (await call.serverAction()) as Outcome<T>
  } catch (error) {
    // A redirect travels as a thrown Response: React Router follows it.
    if (error instanceof Response) throw error
    return refused('unavailable', 'The site could not be reached. Please check the connection and try again.')
  }
}
