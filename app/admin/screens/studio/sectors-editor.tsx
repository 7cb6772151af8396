import { lazy, Suspense, useRef, useState } from 'react'
import { href } from 'react-router'
import { sectorLimits, type Sector } from '#portfolio/sector/sector.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { Editable } from '#app/admin/edit-text/editable.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { AddTextForm } from './add-text-form.tsx'

// A static import would add a bundler helper to the scripts of every page.
const UnsavedTextsOfRemoved = lazy(() => import('#app/admin/edit-text/unsaved-texts-of-removed.tsx'))

export function SectorsEditor({ sectors }: { sectors: readonly Sector[] }) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher(href('/studio'))
  const [edited, setEdited] = useState<string | null>(null)
  const removal = useUndoableRemoval({
    container,
    remove: (sectorId) => submit({ intent: 'remove-sector', sectorId }),
    restore: (sectorId) => submit({ intent: 'restore-sector', sectorId }),
  })
  return (
    <div ref={container} role="group" aria-label="Sectors" tabIndex={-1} className="tool-list tool-links tool-beside">
      {sectors.length === 0 ? (
        <p className="tool-empty-note">
          Sectors such as Retail or Homes: choose one for a project on its page, and visitors can list its projects.
        </p>
      ) : null}
      <ul>
        {sectors.map((sector, index) => (
          <li key={sector.id}>
            <EditableText
              editable={editableOf(sector)}
              editing={edited === sector.id}
              onEdit={() => setEdited(sector.id)}
              onDone={() => setEdited((current) => (current === sector.id ? null : current))}
              tools={
                <RemoveButton
                  name={`Remove sector ${sector.name}`}
                  symbol="×"
                  onRemove={() => void removal.remove(sector.id, sector.name, index)}
                />
              }
            >
              <p dir="auto">{sector.name}</p>
            </EditableText>
          </li>
        ))}
      </ul>
      {removal.message}
      <Suspense>
        <UnsavedTextsOfRemoved
          prefix="text/sector/"
          except={sectors.map(({ id }) => `text/sector/${id}`)}
          noun="sector"
        />
      </Suspense>
      {sectors.length < sectorLimits.sectors ? (
        <AddTextForm label="Another sector" buttonLabel="Add sector" intent="add-sector" field="name" dir="auto" />
      ) : null}
    </div>
  )
}

function editableOf({ id, name, version }: Sector): Editable {
  return {
    name: `sector ${name}`,
    unsavedDraftName: `text/sector/${id}`,
    action: href('/studio'),
    fields: { intent: 'rename-sector', sectorId: id },
    parts: [
      {
        field: 'name',
        label: 'Name of the sector',
        noun: 'The name',
        limit: sectorLimits.name,
        saved: { text: name, version },
      },
    ],
    failedMessage: 'Failed to update the studio',
    savedMessage: 'Saved. Visitors see it now.',
  }
}
