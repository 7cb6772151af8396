import type { Injection } from '#tests/faults/injector/injection.ts'

/** What an admin or a background job was doing when the process was killed. */
export type Operation =
  | 'upload'
  | 'create'
  | 'add an image'
  | 'replace an image'
  | 'edit'
  | 'reorder'
  | 'remove'
  | 'derive'
  | 'derive crops'
  | 'derive again'
  | 'expire derivatives'
  | 'expire crops'
  | 'migrate'

/** A step of an operation at which the process is killed. */
export interface KillPoint {
  readonly operation: Operation
  readonly name: string
  readonly injection: Injection
}

const killPoint = (
  operation: Operation,
  name: string,
  when: Injection['when'],
  call: string,
  argumentPattern: string,
  nth = 1,
): KillPoint => ({
  operation,
  name,
  injection: { call, argumentPattern, when, nth },
})

/** All kill points by operation, in the order in which the operation reaches them. */
export const killPoints: readonly KillPoint[] = [
  killPoint('upload', 'before its file is created', 'before', 'writeFile', '^uploads/'),
  killPoint('upload', 'after its file is created', 'after', 'writeFile', '^uploads/[0-9a-f]+$'),
  killPoint('upload', 'before its metadata is written', 'before', 'writeFile', '^uploads/.*json$'),
  killPoint('upload', 'after its metadata is written', 'after', 'writeFile', '^uploads/.*json$'),
  killPoint('upload', 'before its bytes are written', 'before', 'write', 'stream'),
  killPoint('upload', 'while its bytes are written', 'after', 'write', 'stream'),
  killPoint('create', 'before the copy', 'before', 'copyFile', '^uploads/'),
  killPoint('create', 'before the copy is synced', 'before', 'sync', '^files/.temporary/'),
  killPoint('create', 'before the original is linked', 'before', 'link', '^files/.temporary/'),
  killPoint('create', 'after the original is linked', 'after', 'link', '^files/.temporary/'),
  killPoint('create', 'before the temporary file is removed', 'before', 'rm', '^files/.temporary/'),
  killPoint('create', 'after begin', 'after', 'sql', '^begin'),
  killPoint('create', 'after the project row is inserted', 'after', 'sql', '^insert into "projects"'),
  killPoint('create', 'after the photo row is inserted', 'after', 'sql', '^insert into "photos"'),
  killPoint('create', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('create', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('create', 'before the upload is discarded', 'before', 'rm', '^uploads/'),
  killPoint('create', 'after the file of the upload is discarded', 'after', 'rm', '^uploads/[0-9a-f]+$'),
  killPoint('add an image', 'before the original is linked', 'before', 'link', '^files/.temporary/'),
  killPoint('add an image', 'after the photo row is inserted', 'after', 'sql', '^insert into "photos"'),
  killPoint('add an image', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('add an image', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('replace an image', 'before the original is linked', 'before', 'link', '^files/.temporary/'),
  killPoint(
    'replace an image',
    'after the former photo is removed',
    'after',
    'sql',
    '^update "photos" set "deletedAt"',
  ),
  killPoint('replace an image', 'after the new photo row is inserted', 'after', 'sql', '^insert into "photos"'),
  killPoint('replace an image', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('replace an image', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('edit', 'after the text is written', 'after', 'sql', '^update "projects"'),
  killPoint('edit', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('edit', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('reorder', 'after one position is written', 'after', 'sql', '^update "photos" set "position"'),
  killPoint('reorder', 'after another position is written', 'after', 'sql', '^update "photos" set "position"', 2),
  killPoint('reorder', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('reorder', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('remove', 'after the image is marked as removed', 'after', 'sql', '^update "photos" set "deletedAt"'),
  killPoint('remove', 'after the commit', 'after', 'sql', '^commit'),
  killPoint('derive', 'after the photo is claimed', 'after', 'sql', '^update "photos" set "tries"'),
  killPoint('derive', 'when half of a derivative is written', 'halfway', 'handle.writeFile', '^files/.temporary/'),
  killPoint('derive', 'before a derivative is synced', 'before', 'sync', '^files/.temporary/', 2),
  killPoint('derive', 'before a derivative is renamed', 'before', 'rename', 'derivatives/'),
  killPoint('derive', 'after a derivative is renamed', 'after', 'rename', 'derivatives/'),
  killPoint('derive', 'before the photo is marked as ready', 'before', 'sql', '^update "photos" set "state" = case'),
  killPoint('derive', 'after the photo is marked as ready', 'after', 'sql', '^update "photos" set "state" = case'),
  killPoint('derive crops', 'after the crops are begun', 'after', 'sql', '^update "photos" set .*"formerCrops"'),
  killPoint('derive crops', 'after a file is renamed', 'after', 'rename', 'derivatives/[^ ]+/[0-9]+x[0-9]+-[^ ]+$'),
  killPoint('derive crops', 'before the crops are recorded', 'before', 'sql', '^update "photos" set .*"crops"'),
  killPoint('derive crops', 'after the crops are recorded', 'after', 'sql', '^update "photos" set .*"crops"'),
  killPoint('derive again', 'after a derivative is renamed', 'after', 'rename', 'derivatives/'),
  killPoint('derive again', 'before the recipe is recorded', 'before', 'sql', '^update "photos" set .*"formerRecipe"'),
  killPoint('derive again', 'after the recipe is recorded', 'after', 'sql', '^update "photos" set .*"formerRecipe"'),
  killPoint('expire derivatives', 'after the files are removed', 'after', 'rm', '^files/derivatives/[^/]+/v[0-9]+$'),
  killPoint(
    'expire derivatives',
    'before the row is updated',
    'before',
    'sql',
    '^update "photos" set .*"formerRecipe"',
  ),
  killPoint('expire crops', 'after the files are removed', 'after', 'rm', '^files/derivatives/[^/]+/v[0-9]+/[^/]+$'),
  killPoint('expire crops', 'before the row is updated', 'before', 'sql', '^update "photos" set .*"formerCrops"'),
  killPoint('migrate', 'before the secret is linked', 'before', 'link', '^secret'),
  killPoint('migrate', 'after begin', 'after', 'sql', '^begin'),
  killPoint('migrate', 'after a table is created', 'after', 'sql', '^create table'),
  killPoint('migrate', 'before the commit', 'before', 'sql', '^commit'),
  killPoint('migrate', 'after the commit', 'after', 'sql', '^commit'),
]
