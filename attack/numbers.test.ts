import { attacks, type Attack } from './attack.ts'

const noPositions = [
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
const noSlots = ['0', '-1', '3', '-0', '2147483648', '4294967297', '9007199254740991']
const noVersions = ['', '-1', '0', '1.5', 'NaN', '1e3', '9007199254740992', 'null']

const projects: Attack[] = noPositions.map((position) => ({
  name: `a project at position ${JSON.stringify(position.slice(0, 20))}`,
  status: 422,
  send: (siege) =>
    siege.ask('/work.data', { as: 'admin', form: { intent: 'move', projectId: siege.projects[0] ?? '', position } }),
}))

const images: Attack[] = [...noSlots, ...noPositions].map((position, n) => ({
  // Read by the same rule as the position of a project.
  long: n >= noSlots.length,
  name: `an image at position ${JSON.stringify(position.slice(0, 20))}`,
  status: 422,
  send: (siege) => siege.edit(0, { intent: 'move-image', photoId: siege.images(0)[0] ?? '', position }),
}))

const versions: Attack[] = noVersions.map((version) => ({
  name: `a text over version ${JSON.stringify(version)}`,
  status: [400, 409, 422],
  send: (siege) => siege.edit(0, { intent: 'save-text', field: 'name', text: 'Taken', version }),
}))

attacks('numbers', [...projects, ...images, ...versions])
