import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  // The whole map of routes travels with the page: no `/__manifest` endpoint to guard.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
