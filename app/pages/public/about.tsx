import { lazy } from 'react'
import { href } from 'react-router'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { listUnfinishedPhotos } from '#portfolio/photo/read.ts'
import { paragraphsOf } from '#portfolio/paragraphs.ts'
import { listProjectNames } from '#portfolio/project/show.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { savedTexts } from '#portfolio/studio/studio.ts'
import { getRequestContext } from '#app/requests/request-context.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { FirstPictureHandle } from '#app/browser/first-picture.ts'
import type { LiveRouteHandle } from '#app/browser/live-updates.ts'
import { pageMeta } from '#app/visitor/seo/page-meta.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { preloadPhoto, type PhotoFiles } from '#app/ui/photo/picture-sources.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import { columns, onPhones, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { PhotoCaption } from '#app/visitor/studio/photo-caption.tsx'
import { StudioText, useTextEditing } from '#app/studio-text.tsx'
import type { Route } from './+types/about.ts'
import styles from './about.module.css'

const StudioPhotoTools = lazy(() => import('#app/admin/screens/studio/studio-photo.tsx'))
const UnsavedChangesDialog = lazy(() => import('#app/admin/forms/unsaved-changes-dialog.tsx'))

// A photo may link to a project.
export const handle: LiveRouteHandle & FirstPictureHandle<{ readonly portrait: PhotoView | null }> = {
  liveTopics: () => ['work'],
  preloadFirstPicture: ({ portrait }) => portrait && preloadPhoto(portraitFiles(portrait)),
}

export const meta: Route.MetaFunction = ({ loaderData: studio, matches }) => {
  const site = matches[0].loaderData
  return pageMeta({
    title: 'About',
    description: paragraphsOf(studio?.biography ?? '')[0] ?? `About ${site?.name ?? 'the studio'}.`,
    path: href('/about'),
    photo: studio?.portrait ?? null,
    noindex: site?.hasAbout === false,
    site,
    structuredData: {
      type: 'AboutPage',
      subject: studio?.designerName ? { designer: studio } : null,
    },
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const { ports, person, audience } = getRequestContext(context)
  // Refused unless the person is an admin.
  const unfinished = await readAsAdmin(ports, person, (db, admin) =>
    listUnfinishedPhotos(db, admin, { projectId: null }),
  )
  const studio = await showStudio(ports)
  const { designerName, biography, portrait } = studio
  return {
    designerName,
    biography,
    portrait,
    editable:
      audience === 'admins'
        ? {
            saved: savedTexts(studio, 'designerName', 'biography'),
            projects: await listProjectNames(ports),
            unfinished: unfinished.ok ? unfinished.value : {},
          }
        : null,
  }
}

export default function About({ loaderData: { designerName, biography, portrait, editable } }: Route.ComponentProps) {
  const editing = useTextEditing()
  const saved = editable?.saved
  return (
    <PageContainer className={styles.about}>
      {portrait || editable ? (
        <div className={styles.figure}>
          {portrait ? (
            <div className={styles.portrait}>
              <Photo {...portraitFiles(portrait)} alt={portrait.alt || designerName} crop eager />
            </div>
          ) : null}
          {editable ? (
            <StudioPhotoTools
              place="portrait"
              photo={portrait}
              editing={editing('portraitCaption')}
              projects={editable.projects}
              unfinished={editable.unfinished}
            />
          ) : portrait ? (
            <PhotoCaption photo={portrait} />
          ) : null}
        </div>
      ) : null}
      <div className={styles.text}>
        <h1 className={styles.title}>About</h1>
        <StudioText field="designerName" saved={saved?.designerName} editing={editing}>
          {designerName ? (
            <h2 className={styles.name} dir="auto">
              {designerName}
            </h2>
          ) : null}
        </StudioText>
        <StudioText field="biography" saved={saved?.biography} editing={editing}>
          <div className={styles.biography}>
            {paragraphsOf(biography).map((paragraph, index) => (
              <p key={index} dir="auto">
                {paragraph}
              </p>
            ))}
          </div>
        </StudioText>
      </div>
      {saved ? <UnsavedChangesDialog /> : null}
    </PageContainer>
  )
}

function portraitFiles(photo: PhotoView): PhotoFiles {
  return {
    photo,
    sizes: portraitSizes(photo.width / photo.height),
    boxes: [{ proportion: '4x5', sizes: portraitSizes(4 / 5) }],
  }
}

/** The photo covers a 4:5 box. */
function portraitSizes(aspectRatio: number): SizesEntry[] {
  const scale = Math.max(1, (aspectRatio * 5) / 4)
  return [onPhones(scale), columns(5, scale)]
}
