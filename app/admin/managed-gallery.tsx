import { useRef } from 'react'
import { href } from 'react-router'
import type { Project } from '#portfolio/project/project.ts'
import { Gallery } from '#app/showcase/gallery.tsx'
import { AddImages } from './add-images.tsx'
import { useAsk } from './ask.ts'
import { ImageTools } from './image-tools.tsx'
import { useRemoval } from './removal.tsx'
import { Said } from './said.tsx'
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
  const removal = useRemoval({
    wall,
    remove: (photoId) => ask({ intent: 'remove-image', photoId }),
    question: 'Are you sure you want to delete this image?',
    yes: 'Yes, Delete',
    no: 'Cancel',
  })
  return (
    <div ref={wall} tabIndex={-1} className="tool-wall">
      <ToolSheet />
      <Gallery
        images={project.images}
        projectName={project.name}
        onOpen={onOpen}
        tools={(image, index) => (
          <ImageTools
            action={action}
            photoId={image.id}
            slot={index + 1}
            count={project.images.length}
            failed={removal.refusal?.id === image.id ? removal.refusal.message : undefined}
            onRemove={() => removal.ask({ id: image.id, slot: index, name: `Image ${index + 1}` })}
          />
        )}
      />
      <Said>{removal.gone ? `${removal.gone.name} was removed.` : null}</Said>
      <AddImages action={action} />
      {removal.dialog}
    </div>
  )
}
