// Places in the house, as regular expressions over the path from its top folder.

/** A noun's own file: fields and limits, nothing else. */
export const nouns =
  '^portfolio/(project/project|photo/photo|contact/submission|account/account|studio/studio|limit/limit)[.]ts$'
/** What the rooms agree on: the parts, what can happen, how a wish may end. */
export const sockets = '^portfolio/(parts|changes|outcome)[.]ts$'
export const tables = '^server/data/tables[.]ts$'
export const tests = '[.]test[.]tsx?$'
export const house = '^(app|portfolio|server|samples|testing|e2e|attack|fault|bench|tools)/'
export const product = '^(app|portfolio|server|samples)/'

export function verbs(names) {
  return `^portfolio/[^/]+/(${names})[.]ts$`
}

export function inPackages(...names) {
  return `(^|/)node_modules/(${names.join('|')})/`
}
