import sheet from './admin.css?url&no-inline'

/**
 * The look of the tools. A style sheet of its own, not a CSS Module: those of lazy pieces arrive after the HTML
 * from the server has been shown. This one stands in its head, and only in that of an admin.
 */
export function ToolSheet() {
  return <link rel="stylesheet" href={sheet} precedence="default" />
}
