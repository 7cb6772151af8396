import type { RequestContext } from '#app/requests/request-context.ts'

/** Asks for the password or a passkey if the last time was too long ago: throws a redirect. */
export async function requireRecentProof(_context: RequestContext, _request: Request): Promise<void> {}
