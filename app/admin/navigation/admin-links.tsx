import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { CreateLink } from './create-link.tsx'
import { InboxLink } from './inbox-link.tsx'
import { StudioLink } from './studio-link.tsx'

/**
 * The links of admins, each as an `<li>` for `Navbar`. They are in one module, because the visitors' bundle contains
 * the name of every lazily loaded module.
 */
export default function AdminLinks({ unread }: { unread: number }) {
  return (
    <>
      <AdminStyles />
      <CreateLink />
      <InboxLink unread={unread} />
      <StudioLink />
    </>
  )
}
