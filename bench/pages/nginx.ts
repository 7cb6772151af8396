import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnServer } from '#bench/site/pinned.ts'
import type { Launch } from '#tests/support/site/site-process.ts'

/** Includes the folder in which Debian installs nginx, which is not in every user's PATH. */
const path = `${process.env['PATH']}:/usr/sbin`

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { env: { PATH: path } }).status === 0
}

/** Starts nginx with one page as a static file, which it sends with these headers whatever is requested. */
export function launchNginx(bodyFile: string, headers: Readonly<Record<string, string>>): Launch {
  return (_, __, { PORT, DATA_DIR = '' }) => {
    copyFileSync(bodyFile, join(DATA_DIR, 'page'))
    writeFileSync(join(DATA_DIR, 'nginx.conf'), configuration(DATA_DIR, Number(PORT), headers))
    return spawnServer('nginx', ['-c', join(DATA_DIR, 'nginx.conf'), '-p', DATA_DIR], { PATH: path })
  }
}

/** The headers that nginx itself writes for the file. */
const ownHeaders = ['content-type', 'content-length', 'etag']

function configuration(folder: string, port: number, headers: Readonly<Record<string, string>>): string {
  const added = Object.entries(headers)
    .filter(([name]) => !ownHeaders.includes(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  // A single process, like Node. It ends on the same signal as the other servers.
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10;
  default_type ${JSON.stringify(headers['content-type'])};
  ${folders.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${added.join('\n    ')}
    location / { try_files /page =404; }
  }
}
`
}
