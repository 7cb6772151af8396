import { expect, test } from 'vitest'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import { pageGraph, studioEntity } from './structured-data.ts'

const site = { origin: 'https://studio.example', name: 'Studio Enfilade' }
const studio = {
  city: 'Vienna',
  phone: '',
  email: '',
  country: '',
  links: [],
  searchDescription: 'Interiors.',
  hero: null,
}

test("the studio's postal address has the city, and the country if there is one", () => {
  const { address } = studioEntity(site, studio)
  expect(address).toEqual({ '@type': 'PostalAddress', addressLocality: 'Vienna' })
  expect(studioEntity(site, { ...studio, country: 'AT' }).address).toMatchObject({ addressCountry: 'AT' })
})

test('a name has the same type in the credits of a project and of an image, and a testimonial is not a review', () => {
  const image: PhotoView = {
    id: 'image',
    originalId: 'photo',
    width: 1200,
    height: 800,
    colour: '#808080',
    placeholder: '',
    alt: 'A shelf',
    caption: '',
    kind: 'photograph',
    credit: 'Ada Example',
    focalX: 0.5,
    focalY: 0.5,
    recipe: 'v3',
    widths: [480],
    wide: false,
    crops: {},
    ready: true,
  }
  const project: Project = {
    id: 'project',
    slug: 'thrown',
    name: 'Thrown',
    details: 'A shop.',
    number: 1,
    previous: null,
    next: null,
    coverPhoto: null,
    coverImageId: null,
    images: [image],
    nameVersion: 1,
    detailsVersion: 1,
    facts: [
      { name: 'credits', lines: [{ text: 'Ada Example', note: 'Photography' }] },
      { name: 'press', lines: [{ text: 'A shop without corners' }] },
      { name: 'testimonial', lines: [{ text: 'It is quiet.', note: 'The owner' }] },
    ],
  }
  const page = { type: 'WebPage', title: 'Thrown', description: '', path: '/projects/thrown', photo: null } as const
  const graph = pageGraph(site, { ...page, breadcrumbs: [], subject: { project } })['@graph']
  const entity = graph.find((node) => node['@type'] === 'CreativeWork')
  const name = { '@type': 'Organization', name: 'Ada Example' }
  expect(entity).toMatchObject({
    contributor: [{ ...name, description: 'Photography' }],
    image: [{ creator: name, creditText: 'Ada Example' }],
    subjectOf: [{ '@type': 'CreativeWork' }, { '@type': 'Quotation', text: 'It is quiet.', creditText: 'The owner' }],
  })
  expect(entity).not.toHaveProperty('review')
})
