import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'

/** Must never be sent to a browser: all folders except app, and portfolio except its entities and contracts. */
const notForBrowsers = [
  '{server,samples,tests,tools,bench}/**',
  'portfolio/!(ports|change-events|result|concurrency-limit|position|excerpt).ts',
  'portfolio/*/!(project|photo|derivatives|open-graph-image-url|open-graph-image-size|accepted-formats|message|inbox|account|session-lifetime|disk|studio|value|social-link).ts',
]

/**
 * Few files instead of many small ones: one style sheet for visitors; React and React Router, which change only with
 * their versions; and our modules that several pages share. Pages, and admin code with its style sheets, remain
 * separate files.
 */
const clientChunks = [
  { name: 'styles', test: /\/app\/(?!admin\/).+[.]css$/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|^\0(rolldown|vite)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'shared', test: /\/app\/(visitor\/|ui\/|browser\/|requests\/|[^/]+$)|\/portfolio\//, minShareCount: 2 },
]

export default defineConfig({
  plugins: [denyImports({ client: { files: notForBrowsers } }), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } } },
    // The server is the entry of the server bundle. Otherwise modules that both use would load twice (two databases,
    // two event buses).
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
})
