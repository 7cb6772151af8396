import admin from './admin.css?url&no-inline'

/**
 * Links the admin style sheet in the head. It is not a CSS Module: the styles of a lazy component would load after the
 * server-rendered HTML is painted.
 */
export function AdminStyles() {
  return <link rel="stylesheet" href={admin} precedence="default" />
}
