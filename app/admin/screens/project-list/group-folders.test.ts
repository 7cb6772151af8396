import { expect, test } from 'vitest'
import { folderOf, groupFolders } from './group-folders.ts'

const grouped = (...paths: string[]) =>
  groupFolders(
    paths.map((path) => ({ path, file: new File(['x'], path.split('/').at(-1) ?? '', { lastModified: 7 }) })),
  ).map(({ name, texts, images }) => [name, texts.map((file) => file.name), images.map((file) => file.name)])

test('if a folder contains only folders, each of them becomes a draft, with its pictures in natural order', () => {
  expect(grouped('All/House 10/1.jpg', 'All/House 9/10.jpg', 'All/House 9/9.jpg', 'All/House 9/Text.MD')).toEqual([
    ['House 9', ['Text.MD'], ['House 9/9.jpg', 'House 9/10.jpg']],
    ['House 10', [], ['House 10/1.jpg']],
  ])
})

test('a folder that contains files becomes one draft, including the files in its subfolders', () => {
  expect(grouped('House/1.jpg', 'House/web/2.jpg', 'Other/3.jpg')).toEqual([
    ['House', [], ['House/1.jpg', 'House/web/2.jpg']],
    ['Other', [], ['Other/3.jpg']],
  ])
})

test('folders with the same name in different folders become separate drafts', () => {
  expect(grouped('2023/Kitchen/1.jpg', '2024/Kitchen/1.jpg', '2024/Shop/1.jpg', 'Kitchen/1.jpg')).toEqual([
    ['2023 Kitchen', [], ['2023 Kitchen/1.jpg']],
    ['2024 Kitchen', [], ['2024 Kitchen/1.jpg']],
    ['Kitchen', [], ['Kitchen/1.jpg']],
    ['Shop', [], ['Shop/1.jpg']],
  ])
})

test('if a prefixed name is taken, a number is added to it, whatever the order of the files', () => {
  const kitchens = ['2023/Kitchen/1.jpg', '2024/Kitchen/2.jpg', '2023 Kitchen/3.jpg']
  const rooms = ['a b/c/4.jpg', 'a/b c/5.jpg', 'x/c/6.jpg', 'x/b c/7.jpg']
  const expected = [
    ['2023 Kitchen', [], ['2023 Kitchen/3.jpg']],
    ['2023 Kitchen 2', [], ['2023 Kitchen 2/1.jpg']],
    ['2024 Kitchen', [], ['2024 Kitchen/2.jpg']],
    ['a b c', [], ['a b c/4.jpg']],
    ['a b c 2', [], ['a b c 2/5.jpg']],
    ['x b c', [], ['x b c/7.jpg']],
    ['x c', [], ['x c/6.jpg']],
  ]
  expect(grouped(...kitchens, ...rooms)).toEqual(expected)
  expect(grouped(...[...kitchens, ...rooms].toReversed())).toEqual(expected)
})

test('system files and files outside a folder are left out', () => {
  expect(grouped('loose.jpg', 'All/.DS_Store', 'All/House/Thumbs.db', 'All/House/.x/1.jpg', 'All/House/1.jpg')).toEqual(
    [['House', [], ['House/1.jpg']]],
  )
})

test('an image keeps its modification time, by which an interrupted upload is recognised', () => {
  const [folder] = groupFolders([
    { path: 'House/1.jpg', file: new File(['x'], '1.jpg', { type: 'image/jpeg', lastModified: 7 }) },
  ])
  const [image] = folder?.images ?? []
  expect(image).toMatchObject({ name: 'House/1.jpg', type: 'image/jpeg', lastModified: 7, size: 1 })
  expect(image && folderOf(image)).toBe('House')
})
