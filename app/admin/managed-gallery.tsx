import { useRef } from 'react'
import { href } from 'react-router'
import type { Project } from '#portfolio/project/project.ts'
import { Gallery } from '#app/showcase/gallery.tsx'
import { Said } from '#app/ui/said.tsx'
import { AddImages } from './add-images.tsx'
import { useArranging } from './arranging.ts'
import { useAsk } from './ask.ts'
import { BulkBar } from './bulk-bar.tsx'
import { startDrag } from './drag.ts'
import { ImageTools } from './image-tools.tsx'
import { useRemoval } from './removal.tsx'
import { Failure } from './failure.tsx'
import { useSelected } from './selected.ts'
import { ToolSheet } from './tool-sheet.tsx'

interface ManagedGalleryProps {
  project: Project
  onOpen: (index: number) => void
}

/** The gallery as an admin sees it: the same pictures, with tools in place, and a way to add more. */
export default function ManagedGallery({ project, onOpen }: ManagedGalleryProps) {
  const action = href('/projects/:projectId', { projectId: project.id })
  const wall = useRef<HTMLDivElement>(null)
  const { ask } = useAsk(action)
  const { shown, ids, move, drop, moved, refusal, arranging } = useArranging(action, project)
  const { selected, has, ...selection } = useSelected(ids)
  const removal = useRemoval({
    wall,
    remove: (photoIds) => ask(removing(photoIds)),
    nameOf: ([only = '', ...more]) => (more.length > 0 ? spell(more.length + 1) : `Image ${ids.indexOf(only) + 1}`),
    question: (several) =>
      several > 1
        ? `Are you sure you want to delete these ${several} images?`
        : 'Are you sure you want to delete this image?',
    yes: 'Yes, Delete',
    no: 'Cancel',
  })
  // Whatever is dragged takes along what it is selected with.
  const flock = (id: string) => (has(id) ? selected : [id])
  const several = (about: readonly string[] | undefined) => about !== undefined && about.length > 1
  return (
    <div ref={wall} role="group" aria-label="Images" tabIndex={-1} className="tool-wall">
      <ToolSheet />
      <div>
        {shown.length > 1 ? (
          <BulkBar
            selected={selected.length}
            count={shown.length}
            busy={arranging}
            onAll={selection.all}
            onNone={selection.none}
            onMove={(position) => void move(selected, position)}
            onRemove={() => removal.ask({ ids: selected, slot: 0 })}
          >
            {several(refusal?.ids) ? <Failure says="Failed to update image order" why={refusal?.why} /> : null}
            {several(removal.refusal?.ids) ? (
              <Failure says="Failed to remove image" why={removal.refusal?.message} />
            ) : null}
          </BulkBar>
        ) : null}
        <Gallery
          images={shown}
          projectName={project.name}
          onOpen={(index) => onOpen(project.images.findIndex((image) => image.id === ids[index]))}
          tools={(image, index) => (
            <ImageTools
              action={action}
              photo={image}
              slot={index + 1}
              count={shown.length}
              selected={has(image.id)}
              unmoved={!several(refusal?.ids) && refusal?.ids.includes(image.id) ? refusal.why : undefined}
              failed={isAbout(removal.refusal?.ids, image.id) ? removal.refusal?.message : undefined}
              onSelect={(on, range) => selection.set(image.id, on, range)}
              onMove={(position) => move([image.id], position)}
              onGrip={(event) => {
                const chosen = flock(image.id)
                const says = chosen.length > 1 ? spell(chosen.length) : ''
                startDrag(event, { says, onDrop: (at) => void drop(chosen, at) })
              }}
              onRemove={() => removal.ask({ ids: [image.id], slot: index })}
            />
          )}
        />
      </div>
      <p className="unseen" role="status">
        {moved}
      </p>
      <Said>
        {removal.gone ? `${removal.gone.name} ${removal.gone.ids.length > 1 ? 'were' : 'was'} removed.` : null}
      </Said>
      <AddImages action={action} />
      {removal.dialog}
    </div>
  )
}

function isAbout(ids: readonly string[] | undefined, id: string): boolean {
  return ids?.length === 1 && ids[0] === id
}

function spell(count: number): string {
  return count === 1 ? '1 image' : `${count} images`
}

function removing(photoIds: readonly string[]): FormData {
  const wish = new FormData()
  wish.set('intent', 'remove-image')
  for (const id of photoIds) wish.append('photoId', id)
  return wish
}
