import { index, route, type RouteConfig } from '@react-router/dev/routes'

// Every URL of the site. React Router matches without regard to letter case and trailing slashes.
export default [
  index('pages/landing.tsx'),
  route('index', 'pages/landing.tsx', { id: 'landing-by-name' }),
  route('work', 'pages/work.tsx'),
  route('projects/:projectId', 'pages/project.tsx'),
  route('about', 'pages/about.tsx'),
  route('values', 'pages/values.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('signup', 'pages/sign-up.tsx'),
  route('login', 'pages/log-in.tsx'),
  route('logout', 'pages/log-out.tsx'),
  route('create', 'pages/create.tsx'),
  route('sitemap.xml', 'pages/sitemap.ts'),
  route('manifest.webmanifest', 'pages/manifest.ts'),
  route('robots.txt', 'pages/robots.ts'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
