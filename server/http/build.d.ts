// Made by React Router's Vite plugin; it ships no types for it.
declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}
