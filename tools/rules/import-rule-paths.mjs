// Groups of files, as regular expressions over the path from the project's root.

/** An entity's own file: schema, limits and calculations without I/O. It may run in a browser. */
export const entities =
  '^portfolio/(whole-number|excerpt|paragraphs|format-time|local-time|store-keys|project/project|photo/(photo|photo-limits|accepted-formats)|derivative/(derivatives|hdr|proportions|contrast-map|crops-column)|open-graph-image/open-graph-image-(url|size)|contact/(message|inbox)|mail/mail|account/(account|password|session-lifetime)|passkey/passkey|health/(reserved-space|health-line)|people/people|bin/bin|history/history|studio/(studio|text-limits|hero-scrims|hero-layout)|value/value|private-link/private-link|setup/setup|logo/logo|social-link/social-link|fact/(fact|fact-lines)|sector/sector|work/work|project-address/slug|old-address/old-address|export/export|import/plain-folder|rate-limit/rate-limit)[.]ts$'
/** The URLs that are not pages, for the browser and the server. */
export const endpoints = '^app/endpoints[.]ts$'
/** Finds the page or file to which a path of the site belongs: an old address must not have such a path. */
export const pathOwner = '^app/path-owner[.]ts$'
/** Every layer may import these: ports, audiences, change events, the result of a command, the concurrency limit. */
export const contracts =
  '^portfolio/(ports|passkey-port|token-ports|audience|change-events|result|concurrency-limit)[.]ts$'
export const tables = '^portfolio/(tables|tables/(accounts|addresses|facts|private-links|studio))[.]ts$'
export const tests = '[.](test|spec)[.]tsx?$'
export const allCode = '^(app|portfolio|server|samples|tests|bench|tools)/'
export const product = '^(app|portfolio|server|samples)/'

/** The files with these names in each entity's folder; `names` is a pattern, such as `show|edit`. */
export function commandFiles(names) {
  return `^portfolio/[^/]+/(${names})[.]ts$`
}

export function inPackages(...names) {
  return `(^|/)node_modules/(${names.join('|')})/`
}

/** The queries and commands that pages call. */
export const pageCommands = commandFiles(
  'show|read|edit|attach|replace|create|send|claim|confirm-mail|log-(in|out)|sign-up|prove|reset|change-email|accept|invite|session|recent-proof|as-(admin|user)',
)
