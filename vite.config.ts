import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'

export default defineConfig({
  plugins: [
    denyImports({ client: { files: ['server/**', 'samples/**', 'testing/**', 'portfolio/**/{show,edit,send,make,sweep,enter}.ts'] } }),
    reactRouter(),
  ],
  environments: {
    // The door is the entry of the server bundle: were it outside, its modules would load twice
    // (two databases, two live channels).
    ssr: { build: { rolldownOptions: { input: './server/main.ts' } } },
  },
})
