import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'

/** Must never be in a browser's download: all of the house but the app, the nouns, and what the rooms agree on. */
const notForBrowsers = [
  '{server,samples,testing,tools,e2e,bench}/**',
  'portfolio/!(parts|changes|outcome).ts',
  'portfolio/*/!(project|photo|submission|account|studio).ts',
]

/**
 * Few files instead of many small ones: all that visitors' pages look like, in one sheet; what every page runs on,
 * which changes with new versions only; and what several pages share of our own. Pages and the admin's tools, with
 * their sheets, stay files of their own.
 */
const clientChunks = [
  { name: 'look', test: /\/app\/((showcase|ui|pages)\/)?[^/]+[.]css$/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|^\0(rolldown|vite)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'house', test: /\/app\/(showcase\/|ui\/|[^/]+$)|\/portfolio\//, minShareCount: 2 },
]

export default defineConfig({
  plugins: [denyImports({ client: { files: notForBrowsers } }), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } } },
    // The door is the entry of the server bundle: were it outside, its modules would load twice
    // (two databases, two live channels).
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
})
