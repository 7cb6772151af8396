import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { photosPath } from '#portfolio/derivative/derivatives.ts'
import { endpoints } from './endpoints.ts'
import { findPathOwner } from './path-owner.ts'

test('projects and target pages own their paths in upper or lower case, with or without a trailing slash', () => {
  for (const path of ['/about', '/ABOUT/']) expect(findPathOwner(path)).toEqual({ page: 'about' })
  for (const path of ['/', '/index']) expect(findPathOwner(path)).toEqual({ page: 'home' })
  expect(findPathOwner('/projects/kiln/')).toEqual({ project: 'kiln' })
})

test('other URLs of the site, and the files in public/, own their paths', async () => {
  const files = (await readdir('public', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice('public'.length))
  expect(paths).toContain('/favicon.ico')
  const pages = ['/studio', '/reset/token', '/history/studio/city', '/setup/words', '/robots.txt', '/about.data']
  const others = [
    '/assets/a.js',
    `${photosPath}/id/v3/480.avif`,
    `${endpoints.uploads}/id`,
    ...Object.values(endpoints),
  ]
  for (const path of [...paths, ...pages, ...others]) expect(findPathOwner(path), path).toBe('other')
})

test('paths of a former site are free, even below the path of a page', () => {
  const besidePages = ['/about.html', '/about/team', '/projects', '/projects/a/b', '/work/kiln', '/studio/team']
  for (const path of [...besidePages, '/photos/kiln.html', '/index.php', '/wp-content/uploads/plan.pdf'])
    expect(findPathOwner(path), path).toBeNull()
})
