// The health check of the container: exits with 0 if the site serves pages.
const { ok } = await fetch('http://127.0.0.1:3000/readyz').catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)
