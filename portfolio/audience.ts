/** Who may see something. Drafts are for admins. */
export type Audience = 'everyone' | 'admins'

/** The audience of a project. */
export function audienceOf({ publishedAt }: { readonly publishedAt: string | null }): Audience {
  return publishedAt === null ? 'admins' : 'everyone'
}
