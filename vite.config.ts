import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'

/** Must never be in a browser's download: all of the house but the app, the nouns, and what the rooms agree on. */
const notForBrowsers = [
  '{server,samples,testing,tools,e2e,bench}/**',
  'portfolio/!(parts|changes|outcome).ts',
  'portfolio/*/!(project|photo|submission|account|studio).ts',
]

export default defineConfig({
  plugins: [denyImports({ client: { files: notForBrowsers } }), reactRouter()],
  environments: {
    // The door is the entry of the server bundle: were it outside, its modules would load twice
    // (two databases, two live channels).
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
})
