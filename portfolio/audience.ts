/** Who may see something. Drafts are for admins. */
export type Audience = 'everyone' | 'admins'

export function audienceOf({ publishedAt }: { readonly publishedAt: string | null }): Audience {
  return publishedAt === null ? 'admins' : 'everyone'
}
