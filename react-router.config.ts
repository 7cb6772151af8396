import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  // Every page contains the whole route manifest, so there is no `/__manifest` endpoint to protect.
  routeDiscovery: { mode: 'initial' },
  // Client actions are one line long: separate files would each cost a request and an entry in the manifest.
  splitRouteModules: false,
  // server/http/middleware/same-origin.ts checks the origin of forms against the public URL. React Router compares it
  // with the URL of the request, so behind a proxy that terminates TLS it would refuse every form.
  allowedActionOrigins: ['**'],
} satisfies Config
