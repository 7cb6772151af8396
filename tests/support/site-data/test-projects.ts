import { readSamplePortfolio, type SampleProject } from '#samples/sample-portfolio.ts'

/** A project of the browser tests. */
export interface TestProject extends SampleProject {
  /** A cover that is not an image of the gallery. */
  readonly cover: SampleProject['images'][number]
}

const pictures: Readonly<Record<string, readonly [cover: string, ...gallery: string[]]>> = {
  'ceramics-shop': ['02-niches', '01-shop', '02-niches', '03-plinths', '04-shelf', '05-plan'],
  apothecary: ['01-counter', '01-counter', '02-oblique', '03-fluted-glass', '04-tray', '05-plan'],
  'bookshop-cafe': ['01-room', '01-room', '02-ladder', '04-table', '05-plan'],
  optician: ['01-shop', '01-shop', '02-display-grid', '03-table', '05-plan'],
  'terrace-kitchen': ['02-worktop', '01-kitchen', '02-worktop', '03-island', '04-tap', '05-shelf', '06-plan'],
  'loft-living-room': ['02-bench', '02-bench', '03-curtains', '04-plan'],
}

/**
 * The samples with fewer pictures, because deriving takes time. All pictures are photographs and there are no facts, so
 * that each test adds the kinds and facts that it needs.
 */
export async function readTestProjects(): Promise<TestProject[]> {
  const { projects } = await readSamplePortfolio('samples')
  return projects.map((project) => {
    const choose = (name: string) => {
      const file = `${project.slug}/${name}.jpg`
      const image = project.images.find((one) => one.file === file)
      if (!image) throw new Error(`the samples have no picture ${file}`)
      return { ...image, kind: 'photograph' as const }
    }
    const [cover, ...gallery] = pictures[project.slug] ?? ['']
    return { ...project, facts: {}, images: gallery.map(choose), cover: choose(cover) }
  })
}
