import tools from './admin.css?url&no-inline'
import files from './files.css?url&no-inline'
import pictures from './pictures.css?url&no-inline'

/**
 * The look of the tools. Style sheets of their own, not CSS Modules: those of lazy pieces arrive after the HTML
 * from the server has been shown. These stand in its head, and only in that of an admin.
 */
export function ToolSheet() {
  return (
    <>
      <link rel="stylesheet" href={tools} precedence="default" />
      <link rel="stylesheet" href={files} precedence="default" />
      <link rel="stylesheet" href={pictures} precedence="default" />
    </>
  )
}
