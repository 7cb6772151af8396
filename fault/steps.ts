import type { Blow } from './blow.ts'

/** What somebody, or the clock, was about when the process was killed. */
export type Work = 'upload' | 'create' | 'add an image' | 'edit' | 'reorder' | 'remove' | 'make' | 'migrate'

/** A moment in the life of a change. */
export interface Step {
  readonly work: Work
  readonly name: string
  readonly at: Omit<Blow, 'does'>
}

const step = (work: Work, name: string, when: Blow['when'], verb: string, about: string, nth = 1): Step => ({
  work,
  name,
  at: { verb, about, when, nth },
})

/** Every step by name, in the order in which a change takes them. */
export const steps: readonly Step[] = [
  step('upload', 'before it is there', 'before', 'writeFile', '^uploads/'),
  step('upload', 'when it is there', 'after', 'writeFile', '^uploads/[0-9a-f]+$'),
  step('upload', 'before its note', 'before', 'writeFile', '^uploads/.*json$'),
  step('upload', 'after its note', 'after', 'writeFile', '^uploads/.*json$'),
  step('upload', 'before its bytes are written', 'before', 'write', 'stream'),
  step('upload', 'while its bytes are written', 'after', 'write', 'stream'),
  step('create', 'before the copy', 'before', 'copyFile', '^uploads/'),
  step('create', 'before the copy is on the disk', 'before', 'sync', '^files/.temporary/'),
  step('create', 'before the original has its name', 'before', 'link', '^files/.temporary/'),
  step('create', 'when the original has its name', 'after', 'link', '^files/.temporary/'),
  step('create', 'before the draft is gone', 'before', 'rm', '^files/.temporary/'),
  step('create', 'at the begin', 'after', 'sql', '^begin'),
  step('create', 'when the project has its row', 'after', 'sql', '^insert into "projects"'),
  step('create', 'when a photograph has its row', 'after', 'sql', '^insert into "photos"'),
  step('create', 'before the commit', 'before', 'sql', '^commit'),
  step('create', 'after the commit', 'after', 'sql', '^commit'),
  step('create', 'before the upload is gone', 'before', 'rm', '^uploads/'),
  step('create', 'when the upload is half gone', 'after', 'rm', '^uploads/[0-9a-f]+$'),
  step('add an image', 'before the original has its name', 'before', 'link', '^files/.temporary/'),
  step('add an image', 'when it has its row', 'after', 'sql', '^insert into "photos"'),
  step('add an image', 'before the commit', 'before', 'sql', '^commit'),
  step('add an image', 'after the commit', 'after', 'sql', '^commit'),
  step('edit', 'when the text is written', 'after', 'sql', '^update "projects"'),
  step('edit', 'before the commit', 'before', 'sql', '^commit'),
  step('edit', 'after the commit', 'after', 'sql', '^commit'),
  step('reorder', 'when one image has moved', 'after', 'sql', '^update "photos" set "position"'),
  step('reorder', 'when another one has moved', 'after', 'sql', '^update "photos" set "position"', 2),
  step('reorder', 'before the commit', 'before', 'sql', '^commit'),
  step('reorder', 'after the commit', 'after', 'sql', '^commit'),
  step('remove', 'when the image is marked', 'after', 'sql', '^update "photos" set "deletedAt"'),
  step('remove', 'after the commit', 'after', 'sql', '^commit'),
  step('make', 'when it is claimed', 'after', 'sql', '^update "photos" set "tries"'),
  step('make', 'when a derivative is half written', 'half-way', 'handle.writeFile', '^files/.temporary/'),
  step('make', 'before a derivative is on the disk', 'before', 'sync', '^files/.temporary/', 2),
  step('make', 'before a derivative has its name', 'before', 'rename', 'derivatives/'),
  step('make', 'when a derivative has its name', 'after', 'rename', 'derivatives/'),
  step('make', 'before it counts as made', 'before', 'sql', '^update "photos" set "colour".*"state"'),
  step('make', 'when it counts as made', 'after', 'sql', '^update "photos" set "colour".*"state"'),
  step('migrate', 'before the secret has its name', 'before', 'link', '^secret'),
  step('migrate', 'at the begin', 'after', 'sql', '^begin'),
  step('migrate', 'when tables are made', 'after', 'sql', '^create table'),
  step('migrate', 'before the commit', 'before', 'sql', '^commit'),
  step('migrate', 'after the commit', 'after', 'sql', '^commit'),
]
