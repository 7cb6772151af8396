import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  // The whole map of routes travels with the page: no `/__manifest` endpoint to guard.
  routeDiscovery: { mode: 'initial' },
  // Where a form comes from is the door's question (server/http/origin.ts), which knows the public address.
  // React Router compares with the address of the request: behind a proxy that ends TLS it would refuse every form.
  allowedActionOrigins: ['**'],
} satisfies Config
