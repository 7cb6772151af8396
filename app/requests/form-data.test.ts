import { expect, test } from 'vitest'
import { readFormData } from './form-data.ts'

const request = (body: string) =>
  new Request('http://localhost:3000/contact', { method: 'POST', body: new URLSearchParams(body) })

test('a form with a duplicate field is refused with status 400', async () => {
  expect((await readFormData(request('a=1&b=2'))).get('b')).toBe('2')
  await expect(readFormData(request('email=a&email=b'))).rejects.toMatchObject({
    data: 'This form could not be read.',
    init: { status: 400 },
  })
})

test('fields that list images may have several values', async () => {
  expect((await readFormData(request('photoId=1&photoId=2&images=a&images=b'))).getAll('photoId')).toEqual(['1', '2'])
})
