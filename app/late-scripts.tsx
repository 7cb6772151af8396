import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'

/**
 * The scripts of the page, fetched after what is seen: browsers take announced modules for as urgent as style sheets,
 * and on a slow line they hold back the first picture. The pages need none of them to be read.
 */
export function LateScripts({ nonce }: { nonce: string }) {
  return unhurried(Scripts({ nonce }))
}

// React Router draws the announcements itself and takes no wish of ours for them.
function unhurried(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map(unhurried)
  if (!isValidElement(node)) return node
  if (node.type === 'link')
    return cloneElement(node as ReactElement<{ fetchPriority: 'low' }>, { fetchPriority: 'low' })
  if (node.type !== Fragment) return node
  const { children } = node.props as { children: ReactNode[] }
  return (
    <Fragment key={node.key}>
      {children.map((child, at) => (
        <Fragment key={at}>{unhurried(child)}</Fragment>
      ))}
    </Fragment>
  )
}
