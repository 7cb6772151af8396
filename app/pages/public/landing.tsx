import { lazy } from 'react'
import { href } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { listUnfinishedPhotos } from '#portfolio/photo/read.ts'
import { listProjectNames } from '#portfolio/project/show.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { generalDescription, savedTexts } from '#portfolio/studio/studio.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { lightOrDark } from '#app/ui/photo/photo-luminance.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { preloadPhoto, type PhotoBox, type PhotoFiles } from '#app/ui/photo/picture-sources.ts'
import { cssNumber, minAspectRatio, phone, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { PhotoCaption } from '#app/visitor/studio/photo-caption.tsx'
import { StudioText, useTextEditing } from '#app/studio-text.tsx'
import type { Route } from './+types/landing.ts'
import styles from './landing.module.css'

const StudioPhotoTools = lazy(() => import('#app/admin/screens/studio/studio-photo.tsx'))
const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))

// A photo may link to a project.
export const handle: LiveRouteHandle & FirstPictureHandle<{ readonly hero: PhotoView | null }> = {
  liveTopics: () => ['work'],
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
  const { ports, person, audience } = getRequestContext(context)
  // For admins only.
  const unfinished = await readAsAdmin(ports, person, (db, admin) =>
    listUnfinishedPhotos(db, admin, { projectId: null }),
  )
  const studio = await showStudio(ports)
  const { studioName, city, country, phone, email, links, searchDescription, landingWords, hero } = studio
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
    saved: audience === 'admins' ? savedTexts(studio, 'landingWords', 'studioName', 'city') : null,
    projects: audience === 'admins' ? await listProjectNames(ports) : [],
    unfinished: unfinished.ok ? unfinished.value : {},
  }
}

export default function Landing({
  loaderData: { studioName, city, landingWords, hero, saved, projects, unfinished },
}: Route.ComponentProps) {
  const editing = useTextEditing()
  return (
    <>
      <section className={styles.landing} data-on-photo={hero ? lightOrDark(hero) : undefined}>
        {hero ? (
          <div className={styles.photo}>
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
          <p className={styles.location}>{[studioName, city].filter(Boolean).join(', ')}</p>
        )}
      </section>
      {saved ? (
        <div className={styles.tools}>
          <StudioPhotoTools
            place="hero"
            photo={hero}
            editing={editing('heroCaption')}
            projects={projects}
            unfinished={unfinished}
          />
          <UnsavedChangesDialog />
        </div>
      ) : hero ? (
        <div className={styles.caption}>
          <PhotoCaption photo={hero} />
        </div>
      ) : null}
    </>
  )
}

/** Crops for viewports that show a small part of a wide photo. Slightly wider ones cut off little of the crop. */
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
  const higherThanPhoto = { width: `100svh*${cssNumber(aspectRatio)}` }
  return [
    { media: `(max-height:560px) and (max-width:${minWidth})`, width: minWidth },
    { below: phone, ...widerThanPhoto },
    { below: phone, ...higherThanPhoto },
    widerThanPhoto,
    higherThanPhoto,
  ]
}
