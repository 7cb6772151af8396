import { runAttacks, type Attack } from './run-attacks.ts'

const invalidPositions = [
  '',
  ' ',
  'null',
  '[]',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e309',
  '1.5',
  '9007199254740992',
  '-9007199254740992',
  '0x10',
  '1e3',
  '5abc',
  '٣',
  '１',
  '1'.repeat(1_000),
  '1_000',
  '1,000',
  '+1',
  '--1',
  '1\0',
  '½',
  '0b1',
]
const positionsOutOfRange = ['0', '-1', '3', '-0', '2147483648', '4294967297', '9007199254740991']
const invalidVersions = ['', '-1', '0', '1.5', 'NaN', '1e3', '9007199254740992', 'null']

const projects: Attack[] = invalidPositions.map((position) => ({
  name: `moving a project to position ${JSON.stringify(position.slice(0, 20))}`,
  status: 422,
  send: (target) =>
    target.request('/work.data', {
      as: 'admin',
      form: { intent: 'move', projectId: target.projectIds[0] ?? '', position },
    }),
}))

const images: Attack[] = [...positionsOutOfRange, ...invalidPositions].map((position, n) => ({
  // They are parsed by the same function as project positions, which are always tested.
  isHardOnly: n >= positionsOutOfRange.length,
  name: `moving an image to position ${JSON.stringify(position.slice(0, 20))}`,
  status: 422,
  send: async (target) => target.editProject(0, { intent: 'move-image', photoId: await target.imageId(), position }),
}))

const versions: Attack[] = invalidVersions.map((version) => ({
  name: `saving a text over version ${JSON.stringify(version)}`,
  status: [400, 409, 422],
  send: (target) => target.editProject(0, { intent: 'save-text', field: 'name', text: 'Taken', version }),
}))

runAttacks('numbers', [...projects, ...images, ...versions])
