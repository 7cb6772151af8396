import { lazy } from 'react'
import { href, Link } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { listUnfinishedPhotos } from '#portfolio/photo/read.ts'
import type { ProjectCaption } from '#portfolio/project/project.ts'
import { listProjectNames, listProjects, showProjectCaption } from '#portfolio/project/show.ts'
import type { HeroScrims } from '#portfolio/studio/hero-scrims.ts'
import { showHeroScrims, showStudio } from '#portfolio/studio/show.ts'
import { generalDescription, savedTexts, type StudioPhoto } from '#portfolio/studio/studio.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { lightOrDark } from '#app/ui/photo/photo-luminance.ts'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { preloadPhoto, type PhotoBox, type PhotoFiles } from '#app/ui/photo/picture-sources.ts'
import { cssNumber, minAspectRatio, phoneBreakpointPx, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { StudioText, useTextEditing } from '#app/studio-text.tsx'
import type { Route } from './+types/landing.ts'
import styles from './landing.module.css'

const StudioPhotoTools = lazy(() => import('#app/admin/screens/studio/studio-photo.tsx'))
const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))

/** The number of projects below the hero. */
const projectCount = 3

interface LandingData {
  readonly hero: PhotoView | null
  readonly shown: ProjectCaption | null
}

export const handle: LiveRouteHandle<LandingData> & FirstPictureHandle<LandingData> = {
  liveTopics: (_, data) => (data?.shown ? [`project:${data.shown.id}`, 'work'] : ['work']),
  preloadFirstPicture: ({ hero }) => hero && preloadPhoto(heroFiles(hero)),
}

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) =>
  pageMeta({
    title: 'Interior Design',
    description: studio?.searchDescription || generalDescription,
    path: href('/'),
    photo: studio?.hero ?? null,
    site: matches[0].loaderData,
    structuredData: { type: 'WebPage', subject: studio && { studio } },
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience, topics } = getRequestContext(context)
  // Refused unless the person is an admin.
  const unfinished = await readAsAdmin(ports, person, (db, admin) =>
    listUnfinishedPhotos(db, admin, { projectId: null }),
  )
  const [studio, work] = await Promise.all([showStudio(ports), listProjects(ports, 'everyone', projectCount)])
  const shownId = studio.hero?.shownProject?.id
  const shown = shownId ? await showProjectCaption(ports, shownId) : null
  if (shown) topics.add(`project:${shown.id}`)
  const { studioName, city, country, phone, email, links, searchDescription, landingWords, hero } = studio
  const location = [studioName, city].filter(Boolean).join(', ')
  const caption = hero ? captionOf(hero, shown) : ''
  const texts = { name: studioName || studio.designerName, landingWords, location, caption }
  return {
    studioName,
    city,
    country,
    phone,
    email,
    links,
    searchDescription,
    landingWords,
    hero,
    // Admins see editors, whose sizes differ from those of the texts.
    scrims: hero && audience !== 'admins' ? await showHeroScrims(ports, hero, lightOrDark(hero), texts) : null,
    location,
    shown,
    work,
    editable:
      audience === 'admins'
        ? {
            saved: savedTexts(studio, 'landingWords', 'studioName', 'city'),
            projects: await listProjectNames(ports),
            unfinished: unfinished.ok ? unfinished.value : {},
          }
        : null,
  }
}

export default function Landing({
  loaderData: { studioName, city, location, landingWords, hero, scrims, shown, work, editable },
}: Route.ComponentProps) {
  const editing = useTextEditing()
  const saved = editable?.saved
  return (
    <>
      <section className={styles.landing} data-on-photo={hero ? lightOrDark(hero) : undefined}>
        {hero ? (
          <div className={styles.photo}>
            {scrims ? <InlineCss css={scrims.map(scrimRule).join('')} /> : null}
            <Photo {...heroFiles(hero)} crop eager />
          </div>
        ) : null}
        <div className={styles.content}>
          <h1 className={styles.heading}>Interior Design</h1>
          <StudioText field="landingWords" saved={saved?.landingWords} editing={editing}>
            {landingWords ? (
              <p className={styles.words} dir="auto">
                {landingWords}
              </p>
            ) : null}
          </StudioText>
          <div className={styles.links}>
            <ArrowLink to={href('/work')}>Explore</ArrowLink>
            <ArrowLink to={href('/contact')}>Contact Me</ArrowLink>
          </div>
        </div>
        {saved ? (
          <div className={styles.location}>
            <StudioText field="studioName" saved={saved.studioName} editing={editing}>
              <p dir="auto">{studioName}</p>
            </StudioText>
            <StudioText field="city" saved={saved.city} editing={editing}>
              <p dir="auto">{city}</p>
            </StudioText>
          </div>
        ) : (
          <p className={styles.location}>{location}</p>
        )}
        {hero ? <HeroCaption hero={hero} shown={shown} /> : null}
      </section>
      {editable ? (
        <div className={styles.tools}>
          <StudioPhotoTools
            place="hero"
            photo={hero}
            editing={editing('heroCaption')}
            projects={editable.projects}
            unfinished={editable.unfinished}
          />
          <UnsavedChangesDialog />
        </div>
      ) : null}
      {work.length > 0 ? (
        <PageContainer className={styles.work}>
          <ProjectList projects={work} below />
          <div className={styles.allWork}>
            <ArrowLink to={href('/work')}>All work</ArrowLink>
          </div>
        </PageContainer>
      ) : null}
    </>
  )
}

function captionOf({ caption }: StudioPhoto, shown: ProjectCaption | null): string {
  return caption || [shown?.name, shown?.sector, shown?.place].filter(Boolean).join(', ')
}

function HeroCaption({ hero, shown }: { hero: StudioPhoto; shown: ProjectCaption | null }) {
  const text = captionOf(hero, shown)
  if (!text) return null
  return (
    <p className={styles.caption} dir="auto">
      {shown ? (
        <Link to={href('/projects/:slug', { slug: shown.slug })} data-number={twoDigits(shown.number)} viewTransition>
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
    </p>
  )
}

/** The window shapes that have their own scrims. Must match `portfolio/studio/hero-scrims.ts`. */
const heroShapes = [
  '(max-width:639.98px) and (min-height:640px) and (orientation:portrait)',
  '(min-width:640px) and (max-width:1023.98px) and (orientation:portrait)',
  '(max-width:1023.98px) and (orientation:landscape),(max-width:639.98px) and (max-height:639.98px)',
  '(min-width:1024px) and (max-width:1919.98px) and (min-height:760px)',
  '(min-width:1920px) and (min-height:760px)',
  '(min-width:1024px) and (max-height:759.98px)',
]

function scrimRule([navbar, heading, name]: HeroScrims, shape: number): string {
  const opacities = `--navbar-scrim:${navbar};--heading-scrim:${heading};--name-scrim:${name}`
  return `@media ${heroShapes[shape]}{:root{${opacities}}}`
}

/** Crops for viewports that show a small part of a wide photo. Slightly wider viewports cut off little of the crop. */
const heroBoxes: readonly PhotoBox[] = [
  { proportion: '9x16', media: '(max-aspect-ratio: 5/8)', sizes: heroSizes(9 / 16) },
  { proportion: '3x4', media: '(max-aspect-ratio: 5/6)', sizes: heroSizes(3 / 4) },
  { proportion: '4x3', media: '(max-aspect-ratio: 4/3)', sizes: heroSizes(4 / 3) },
]

function heroFiles(photo: PhotoView): PhotoFiles {
  return { photo, sizes: heroSizes(photo.width / photo.height), boxes: heroBoxes }
}

/** The photo, or its crop, covers the viewport: as wide as the viewport, or wider if its height requires it. */
function heroSizes(aspectRatio: number): SizesEntry[] {
  const minWidth = `${cssNumber(560 * aspectRatio)}px`
  const widerThanPhoto = { media: minAspectRatio(aspectRatio), width: '100vw' }
  const tallerThanPhoto = { width: `100svh*${cssNumber(aspectRatio)}` }
  return [
    { media: `(max-height:560px) and (max-width:${minWidth})`, width: minWidth },
    { below: phoneBreakpointPx, ...widerThanPhoto },
    { below: phoneBreakpointPx, ...tallerThanPhoto },
    widerThanPhoto,
    tallerThanPhoto,
  ]
}
