import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { uploadAll } from '#app/admin/uploads/upload-all.ts'
import { createUploadQueue, type UploadQueue } from '#app/admin/uploads/upload-queue.ts'
import { createProjectSubmission, type CreatedProject } from './project-submission.ts'

const created = done({ slug: 'water-tower', name: 'Water Tower', draft: false })
const damaged = { code: 'wrong-value', message: 'This picture is damaged.' } as const

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })

let queueCount = 0

function openSubmission({ cover = [] as string[], images = [] as string[] } = {}) {
  const open = (names: string[]) => {
    const queue = createUploadQueue(`/create ${++queueCount}`, async () => null)
    queue.add(names.map((name) => new File([name], name, { type: 'image/jpeg' })))
    return queue
  }
  const queues = { cover: open(cover), images: open(images) }
  const upload = vi.fn(async (file: File) => done(`id-${file.name}`))
  const examine = vi.fn(async (_: string): Promise<Result> => done())
  const submission = createProjectSubmission(queues, 'request-1', (queue) =>
    uploadAll(queue, { transport: { upload, examine } }),
  )
  const form = new FormData()
  form.set('name', 'Water Tower')
  form.set('details', 'A house in a water tower.')
  const readForm = () => {
    const copy = new FormData()
    for (const [name, value] of form) copy.append(name, value)
    return copy
  }
  const post = vi.fn(async (_: FormData): Promise<Result<CreatedProject>> => created)
  let reading: Promise<boolean> | null = null
  const waitForFolders = () => reading
  /** Simulates a dropped folder that is being read until the returned function is called. */
  const readFolder = () => {
    let end = (_: boolean) => {}
    reading = new Promise((resolve) => (end = resolve))
    return (isAdded: boolean) => {
      reading = null
      end(isAdded)
    }
  }
  let requestCount = 1
  const submit = () =>
    submission.submit({ readForm, waitForFolders, post, readRequestId: () => `request-${++requestCount}` })
  const submitted = () => [...(post.mock.lastCall?.[0] ?? [])].map(([name, value]) => `${name}=${String(value)}`)
  return { ...queues, submission, form, upload, examine, post, submit, submitted, readFolder }
}

function itemOf(queue: UploadQueue, name: string) {
  const item = queue.items().find(({ file }) => file.name === name)
  if (!item) throw new Error(`${name} is not in the queue`)
  return item
}

test('a project is created with its uploads and alt texts in list order', async () => {
  const { cover, images, submit, submission, submitted } = openSubmission({
    cover: ['c.jpg'],
    images: ['a.jpg', 'b.jpg'],
  })
  cover.update(itemOf(cover, 'c.jpg').key, { alt: 'The tower.' })
  images.update(itemOf(images, 'b.jpg').key, { alt: 'The stairs.' })
  expect(await submit()).toBe(true)
  expect(submitted()).toEqual([
    'name=Water Tower',
    'details=A house in a water tower.',
    'requestId=request-1',
    'cover=id-c.jpg',
    'coverAlt=The tower.',
    'images=id-a.jpg',
    'imageAlts=',
    'images=id-b.jpg',
    'imageAlts=The stairs.',
  ])
  expect(submission.status()).toEqual({ stage: null, result: created })
  expect([cover.items(), images.items()]).toEqual([[], []])
})

test('a retry after a lost response uses the same request id and uploads nothing twice', async () => {
  const { images, submit, submission, post, submitted, upload } = openSubmission({ images: ['a.jpg'] })
  const lost = refused('unavailable', 'The site could not be reached.')
  post.mockResolvedValueOnce(lost)
  expect(await submit()).toBe(false)
  expect(submission.status()).toEqual({ stage: null, result: lost })
  expect(images.items()).toHaveLength(1)
  expect(await submit()).toBe(true)
  expect(submitted()).toContain('requestId=request-1')
  expect(upload).toHaveBeenCalledTimes(1)
  expect(await submit()).toBe(true)
  expect(submitted()).toContain('requestId=request-2')
})

test('a refusal by the server is the result, and the files stay in the queue', async () => {
  const { images, submit, submission, post } = openSubmission({ images: ['a.jpg'] })
  const refusal = refused('wrong-value', 'Details are required.', { fields: { details: 'Details are required.' } })
  post.mockResolvedValueOnce(refusal)
  expect(await submit()).toBe(false)
  expect(submission.status().result).toEqual(refusal)
  expect(itemOf(images, 'a.jpg')).toMatchObject({ uploadId: 'id-a.jpg', problem: null })
})

test('of 7 files only the bad one fails, and only its replacement is uploaded', async () => {
  const names = ['1.jpg', '2.jpg', '3.jpg', 'bad.jpg', '5.jpg', '6.jpg', '7.jpg']
  const { images, submit, submission, post, submitted, upload, examine } = openSubmission({ images: names })
  examine.mockImplementation(async (id) => (id === 'id-bad.jpg' ? refused(damaged.code, damaged.message) : done()))
  expect(await submit()).toBe(false)
  expect(submission.status().result).toMatchObject({ ok: false, message: 'Failed to upload images' })
  expect(
    images
      .items()
      .filter(({ problem }) => problem !== null)
      .map(({ file }) => file.name),
  ).toEqual(['bad.jpg'])
  expect(itemOf(images, 'bad.jpg')).toMatchObject({ problem: damaged.message, isPermanentFailure: true })
  expect(post).not.toHaveBeenCalled()

  upload.mockClear()
  images.replace(itemOf(images, 'bad.jpg').key, new File(['good'], 'good.jpg', { type: 'image/jpeg' }))
  expect(await submit()).toBe(true)
  expect(upload.mock.calls.map(([file]) => file.name)).toEqual(['good.jpg'])
  expect(submitted().filter((field) => field.startsWith('images='))[3]).toBe('images=id-good.jpg')
})

test('a project can be created after its bad file is discarded', async () => {
  const { images, submit, submitted, examine } = openSubmission({ images: ['a.jpg', 'bad.jpg', 'c.jpg'] })
  examine.mockImplementation(async (id) => (id === 'id-bad.jpg' ? refused(damaged.code, damaged.message) : done()))
  expect(await submit()).toBe(false)
  images.discard(itemOf(images, 'bad.jpg').key)
  expect(await submit()).toBe(true)
  expect(submitted().filter((field) => field.startsWith('images='))).toEqual(['images=id-a.jpg', 'images=id-c.jpg'])
})

test('uploads that the server refuses get their own problems, and the others are unchanged', async () => {
  const { cover, images, submit, submission, post } = openSubmission({ cover: ['c.jpg'], images: ['a.jpg', 'b.jpg'] })
  const uploads = [
    { id: 'id-a.jpg', ...damaged },
    { id: 'id-b.jpg', code: 'unknown', message: 'This upload is no longer there.' },
  ] as const
  post.mockResolvedValueOnce(refused('wrong-value', damaged.message, { about: { upload: 'id-a.jpg', uploads } }))
  expect(await submit()).toBe(false)
  expect(submission.status().result).toEqual(refused('wrong-value', 'Failed to upload images'))
  expect(itemOf(images, 'a.jpg')).toMatchObject({ problem: damaged.message, isPermanentFailure: true })
  expect(itemOf(images, 'b.jpg')).toMatchObject({ uploadId: null, isPermanentFailure: false })
  expect(itemOf(cover, 'c.jpg')).toMatchObject({ uploadId: 'id-c.jpg', problem: null })
})

test('a refused cover photo has its own message', async () => {
  const { submit, submission, post } = openSubmission({ cover: ['c.jpg'], images: ['a.jpg'] })
  const uploads = [{ id: 'id-c.jpg', ...damaged }]
  post.mockResolvedValueOnce(refused('wrong-value', damaged.message, { about: { upload: 'id-c.jpg', uploads } }))
  await submit()
  expect(submission.status().result).toMatchObject({ message: 'Failed to upload cover photo' })
})

test('every text that is too long is refused before anything is uploaded', async () => {
  const { form, submit, submission, upload } = openSubmission({ images: ['a.jpg'] })
  form.set('name', 'x'.repeat(projectLimits.name + 1))
  form.set('details', 'x'.repeat(projectLimits.details + 1))
  expect(await submit()).toBe(false)
  expect(submission.status().result).toMatchObject({
    code: 'wrong-value',
    fields: {
      name: 'The project name can have at most 120 characters.',
      details: 'The project details can have at most 10,000 characters.',
    },
  })
  expect(upload).not.toHaveBeenCalled()
})

test('a second submission while the first is running does nothing', async () => {
  const { submit, post } = openSubmission({ images: ['a.jpg'] })
  const first = submit()
  expect(await submit()).toBe(false)
  expect(await first).toBe(true)
  expect(post).toHaveBeenCalledTimes(1)
})

test('a file added during the upload becomes part of the project; one added during the save does not', async () => {
  const { images, submit, upload, post, submitted } = openSubmission({ images: ['a.jpg'] })
  const add = (name: string) => images.add([new File([name], name, { type: 'image/jpeg' })])
  upload.mockImplementationOnce(async (file) => (add('during-upload.jpg'), done(`id-${file.name}`)))
  post.mockImplementationOnce(async () => (add('during-saving.jpg'), created))
  expect(await submit()).toBe(true)
  expect(submitted().filter((field) => field.startsWith('images='))).toEqual([
    'images=id-a.jpg',
    'images=id-during-upload.jpg',
  ])
  expect(images.items().map(({ file }) => file.name)).toEqual(['during-saving.jpg'])
})

test('a project is created once a dropped folder is read, with its pictures', async () => {
  const { images, submit, submission, post, submitted, readFolder } = openSubmission()
  const endReading = readFolder()
  const creating = submit()
  await nextIteration()
  expect([submission.status().stage, post.mock.calls]).toEqual(['reading', []])
  images.add([new File(['a'], 'a.jpg', { type: 'image/jpeg' })])
  endReading(true)
  expect(await creating).toBe(true)
  expect(submitted()).toContain('images=id-a.jpg')
})

test('a folder dropped during the upload becomes part of the project', async () => {
  const { images, submit, upload, submitted, readFolder } = openSubmission({ images: ['a.jpg'] })
  upload.mockImplementationOnce(async (file) => {
    const endReading = readFolder()
    setTimeout(() => {
      images.add([new File(['b'], 'b.jpg', { type: 'image/jpeg' })])
      endReading(true)
    })
    return done(`id-${file.name}`)
  })
  expect(await submit()).toBe(true)
  expect(submitted().filter((field) => field.startsWith('images='))).toEqual(['images=id-a.jpg', 'images=id-b.jpg'])
})

test('no project is created if a dropped folder could not be added', async () => {
  const { submit, submission, post, readFolder } = openSubmission({ images: ['a.jpg'] })
  const endReading = readFolder()
  const creating = submit()
  endReading(false)
  expect(await creating).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(submission.status()).toMatchObject({ stage: null, result: { message: expect.stringContaining('the folder') } })
})

test('cancelling all files creates no project', async () => {
  const { images, submit, submission, upload, post } = openSubmission({ images: ['a.jpg'] })
  upload.mockImplementationOnce(async () => (images.clear(), done('id')))
  expect(await submit()).toBe(false)
  expect(submission.status().result).toMatchObject({ message: 'The upload was cancelled. No project was created.' })
  expect(post).not.toHaveBeenCalled()
})

test('the stage is uploading, then saving, then none', async () => {
  const { submit, submission } = openSubmission({ images: ['a.jpg'] })
  const stages: unknown[] = []
  submission.subscribe(() => stages.push(submission.status().stage))
  await submit()
  expect(stages).toEqual(['uploading', 'saving', null])
})

test.each(['cover', 'images'] as const)(
  'leaving the page while a file of the queue `%s` is being examined creates no project',
  async (part) => {
    const { cover, images, submit, submission, examine, post } = openSubmission({ cover: ['c.jpg'], images: ['a.jpg'] })
    examine.mockImplementation(async (uploadId) => {
      if (uploadId === (part === 'cover' ? 'id-c.jpg' : 'id-a.jpg'))
        for (const queue of [cover, images]) queue.abandon()
      return done()
    })
    expect(await submit()).toBe(false)
    expect(post).not.toHaveBeenCalled()
    expect(submission.status()).toMatchObject({ stage: null, result: { ok: false } })
  },
)

test('while files are missing, nothing is uploaded or created', async () => {
  const { cover, submit, submission, upload, post } = openSubmission({ images: ['a.jpg'] })
  cover.setMissing([{ name: 'c.jpg', size: 5, alt: '' }])
  expect(await submit()).toBe(false)
  expect(submission.status().result).toMatchObject({ ok: false, message: expect.stringContaining('missing files') })
  expect([upload.mock.calls, post.mock.calls]).toEqual([[], []])
  cover.setMissing([])
  expect(await submit()).toBe(true)
})

test('a draft keeps its request id until the server reports that its project was removed', async () => {
  const { submit, submission, submitted, post } = openSubmission()
  submission.continueRequest('earlier')
  post.mockResolvedValueOnce(
    refused('unknown', 'This form already created “Water Tower”, which has since been deleted.'),
  )
  expect(await submit()).toBe(false)
  expect(submitted()).toContain('requestId=earlier')
  expect(submission.requestId()).toBeNull()
  submission.continueRequest('unused')
  expect(submission.requestId()).toBe('unused')
})
