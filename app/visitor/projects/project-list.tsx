import type { ReactNode } from 'react'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { proportions } from '#portfolio/derivative/proportions.ts'
import { preloadPhoto } from '#app/ui/photo/picture-sources.ts'
import { columns, onPhones, phoneBreakpointPx } from '#app/ui/photo/sizes-attribute.ts'
import { coverFiles, ProjectCard, type CoverBox } from './project-card.tsx'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  tools?: ((project: Project) => ReactNode) | undefined
  /** Whether the list is below the first screen; then no cover loads before it is near the viewport. */
  below?: boolean
}

const wideCell = { span: 9, proportion: '4x3', wideRatio: 3 / 2 } as const
/**
 * The 7 repeating cells of the staggered list; `span` is how many of the 12 columns a cell takes, `tabletSpan` the same
 * below `wideScreenPx`, `wideRatio` the aspect ratio of its box except on phones. Must match the style sheet.
 */
const cells = [
  { span: 7, tabletSpan: 6, proportion: '4x3' },
  { span: 4, tabletSpan: 5, proportion: '4x5' },
  { span: 5, proportion: '1x1' },
  { span: 6, proportion: '4x3', wideRatio: 3 / 2 },
  { span: 4, tabletSpan: 5, proportion: '4x5' },
  { span: 7, tabletSpan: 6, proportion: '4x3' },
  wideCell,
] as const
const wideScreenPx = 1024
/** The maximum `span` of a cover that is taller than wide. */
const uprightSpan = 5

export function preloadFirstCover(projects: readonly Project[]): void {
  const photo = projects[0]?.coverPhoto
  if (photo) preloadPhoto(coverFiles(photo, coverBox(0, projects.length, photo)))
}

export function NoProjects() {
  return (
    <div className={styles.empty}>
      {/* An empty frame on a wall. */}
      <svg viewBox="0 0 480 300" fill="none" stroke="currentColor" aria-hidden>
        <path d="M0 270.5h480M240 0v40.5l-90 40h180l-90-40" />
        <path d="M130.5 80.5h220v130h-220zM142.5 92.5h196v106h-196z" />
      </svg>
      <p>No projects to display</p>
    </div>
  )
}

export function ProjectList({ projects, tools, below = false }: ProjectListProps) {
  if (projects.length === 0) return <NoProjects />
  return (
    <ol className={styles.list}>
      {projects.map((project, index) => (
        <li key={project.id} data-upright={project.coverPhoto?.upright}>
          <ProjectCard
            project={project}
            number={index + 1}
            // Only the first: on phones, the others are not visible and would compete for bandwidth.
            eager={index === 0 && !below}
            box={project.coverPhoto ? coverBox(index, projects.length, project.coverPhoto) : null}
          >
            {tools?.(project)}
          </ProjectCard>
        </li>
      ))}
    </ol>
  )
}

/** A cover taller than wide is shown in its own proportion; otherwise its top and bottom would be cut off. */
function coverBox(index: number, count: number, cover: PhotoView): CoverBox {
  const cell = count === 1 ? wideCell : (cells[index % cells.length] ?? cells[0])
  const { upright } = cover
  const proportion = upright ?? cell.proportion
  const spanOf = (span: number) => (upright ? Math.min(span, uprightSpan) : span)
  const { ratio } = proportions[proportion]
  const wideRatio = !upright && 'wideRatio' in cell ? cell.wideRatio : ratio
  // A cover that is wider than its box is cropped at the sides, so the whole photo is displayed wider than the box.
  const widths = (phoneScale = 1, scale = 1) => [
    onPhones(phoneScale),
    ...('tabletSpan' in cell ? [{ ...columns(spanOf(cell.tabletSpan), scale), below: wideScreenPx }] : []),
    columns(spanOf(cell.span), scale),
  ]
  const scaleFor = (boxRatio: number) => Math.max(1, cover.width / cover.height / boxRatio)
  return {
    proportion,
    // On screens wider than phones, the crop would cut off more of a very wide cover than the box does.
    ...(cover.width / cover.height > ratio &&
      wideRatio > ratio && { media: `(max-width:${phoneBreakpointPx - 0.02}px)` }),
    sizes: widths(),
    uncroppedSizes: widths(scaleFor(ratio), scaleFor(wideRatio)),
  }
}
