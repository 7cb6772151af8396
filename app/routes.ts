import { index, route, type RouteConfig } from '@react-router/dev/routes'

// Every URL that React Router handles, in any letter case, with or without a trailing slash; `endpoints.ts` has the rest.
export default [
  index('pages/public/landing.tsx'),
  route('index', 'pages/public/landing.tsx', { id: 'landing-at-index' }),
  route('work', 'pages/public/work.tsx'),
  route('projects/:projectId', 'pages/public/project.tsx'),
  route('about', 'pages/public/about.tsx'),
  route('values', 'pages/public/values.tsx'),
  route('contact', 'pages/public/contact.tsx'),
  route('privacy', 'pages/public/privacy.tsx'),
  route('signup', 'pages/account/sign-up.tsx'),
  route('login', 'pages/account/log-in.tsx'),
  route('logout', 'pages/account/log-out.tsx'),
  route('create', 'pages/admin/create-project.tsx'),
  route('tools', 'pages/admin/tools.ts'),
  route('inbox', 'pages/admin/inbox.tsx'),
  route('inbox/export.csv', 'pages/admin/inbox-export.ts', { id: 'inbox-export-csv' }),
  route('inbox/export.json', 'pages/admin/inbox-export.ts', { id: 'inbox-export-json' }),
  route('studio', 'pages/admin/studio.tsx'),
  route('studio/health', 'pages/admin/health.tsx'),
  route('studio/health/backup.tar', 'pages/admin/backup-download.ts'),
  route('sitemap.xml', 'pages/public/sitemap.ts'),
  route('manifest.webmanifest', 'pages/public/manifest.ts'),
  route('robots.txt', 'pages/public/robots.ts'),
  route('*', 'pages/public/not-found.tsx'),
] satisfies RouteConfig
