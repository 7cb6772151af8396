import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'

/** Never sent to a browser: all folders but app and portfolio; in portfolio, all but the modules that browsers use. */
const notForBrowsers = [
  '{server,samples,tests,tools,bench}/**',
  'portfolio/!(ports|change-events|result|concurrency-limit|whole-number|excerpt|paragraphs|format-time|local-time).ts',
  'portfolio/*/!(project|photo|photo-limits|derivatives|hdr|proportions|open-graph-image-url|open-graph-image-size|accepted-formats|message|inbox|mail|account|password|session-lifetime|passkey|reserved-space|health-line|people|studio|text-limits|value|setup|social-link|logo|history|fact|fact-lines|sector|slug|private-link|old-address|plain-folder).ts',
]

/** Modules used by one public page and by admin code, by the account pages, or by admin code alone. */
const fewPageModules =
  /\/app\/(visitor\/(account\/|drawings|gallery|projects\/(project-list-page|fact-(list|terms))|studio\/value-list)|requests\/keep-open-page|ui\/(dialog\/(confirm|use-modal)|not-found))|\/portfolio\/(account\/(account|password)[.]|concurrency-limit|fact\/|format-time|history\/|import\/|project-address\/|old-address\/|sector\/|studio\/text-limits|photo\/(photo-limits|accepted-formats)|project\/project[.])/

/** The modules of project lists, of forms, of galleries, of studio texts and of photos: one file for each group. */
const projectListModules = /\/app\/visitor\/projects\/(project-card|project-list)[.](tsx|module[.]css)$/
const formModules =
  /\/app\/(ui\/(field|focus-first-error|status-message|use-(action-result|form-pending|return-focus))|browser\/ignore-storage-errors)[.]tsx?$|\/portfolio\/(contact\/message|account\/(account|account-form|password|session-lifetime))[.]ts$/
const galleryModules = /\/app\/visitor\/(gallery\/.+|viewer\/viewer-url)[.]tsx?$/
const studioTextModules = /\/app\/(studio-text|visitor\/studio\/photo-caption)[.]tsx$/
const photoModules = /\/app\/ui\/photo\/(?!photo-luminance).+[.]tsx?$/

/** The styles of every page. Those of one page, of project lists, of forms and of the viewer are in separate files. */
const sharedStyles =
  /\/app\/(?!admin\/|ui\/field[.]|pages\/public\/(about|contact|landing|privacy|work)[.]|visitor\/(viewer\/|(projects\/(project-(card|list|index)|work-filter)|studio\/value-list)[.])).+[.]css$/

/**
 * The styles of the project page, and those of forms. If the server renders a component whose script loads later, its
 * styles must be among the styles of every page.
 */
const projectStyles =
  /\/app\/(pages\/public\/project|visitor\/(gallery\/.+|navigation\/back-button|projects\/project-(details|facts|neighbours)))[.]module[.]css$/
const formStyles = /\/app\/(pages\/(account|admin)\/.+|visitor\/account\/.+|ui\/(dialog\/.+|field))[.]module[.]css$/

/**
 * Few files instead of many small ones: the styles of every page in one style sheet; React and React Router, which
 * change only with their versions; and the modules that several pages share. Pages, and admin code with its style
 * sheets, remain separate files.
 */
const clientChunks = [
  { name: 'project-styles', test: projectStyles },
  { name: 'form-styles', test: formStyles },
  { name: 'styles', test: sharedStyles },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|^\0(rolldown|vite)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  {
    name: 'shared',
    test: (id: string) =>
      /\/app\/(visitor|ui|browser|requests)\/|\/app\/[^/]+$|\/portfolio\//.test(id) &&
      ![fewPageModules, projectListModules, formModules, galleryModules, studioTextModules, photoModules].some(
        (modules) => modules.test(id),
      ),
    minShareCount: 2,
  },
  // Before the groups that import it: a group includes the dependencies that no earlier group contains.
  { name: 'photo', test: photoModules, minShareCount: 2 },
  { name: 'projects', test: projectListModules, minShareCount: 2 },
  { name: 'forms', test: formModules, minShareCount: 2 },
  { name: 'gallery', test: galleryModules, minShareCount: 2 },
  { name: 'studio-text', test: studioTextModules, minShareCount: 2 },
  // One file, so that the list of modules, which every page loads, has one name instead of one for each module.
  {
    name: 'account',
    test: /\/app\/(visitor\/(account\/(account-layout|change-email|credentials-form|log-in-first|refused-page|passkey-button|use-passkey)|drawings\/enfilade)|requests\/keep-open)/,
  },
]

/** Short, because every visitor downloads the names of all classes: `title_x1Y`. */
function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? '')
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`
}

/** Loaded only by sites with a collector. In a bundle, they would be replaced by their variants for browsers. */
const openTelemetry = [
  'api',
  'exporter-metrics-otlp-http',
  'exporter-trace-otlp-http',
  'resources',
  'sdk-metrics',
  'sdk-trace',
].map((name) => `@opentelemetry/${name}`)

/**
 * The server bundle contains its packages: the site starts in two thirds of the time, because it loads 50 files instead
 * of 950. Packages with native code or WebAssembly are loaded from their folders, and SimpleWebAuthn, because a package
 * that it uses relies on the order in which modules are evaluated.
 */
const serverPackages = {
  noExternal: true as const,
  external: ['sharp', 'libheif-js', 'pg-native', '@simplewebauthn/server', ...openTelemetry],
}

export default defineConfig(({ command }) => ({
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [denyImports({ client: { files: notForBrowsers } }), reactRouter()],
  environments: {
    client: {
      build: {
        // Only admins load modules with `import()`. Visitors would download the names of all modules that those import.
        modulePreload: { resolveDependencies: () => [] },
        rolldownOptions: {
          output: {
            codeSplitting: { groups: clientChunks },
            // The shortest hash that the bundler accepts, because every page loads the names of all modules.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    // The server is the entry of the bundle that contains the pages. Otherwise modules that both the server and the
    // pages use would be loaded twice (two databases, two event buses).
    ssr: {
      build: { rolldownOptions: { input: './server/main.ts' } },
      ...(command === 'build' && { resolve: serverPackages }),
    },
  },
}))
