import { useId, useState, type FormEvent } from 'react'
import { href } from 'react-router'
import { oldAddressLimits, targetPages, type TargetPage } from '#portfolio/old-address/old-address.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export interface ProjectOption {
  readonly id: string
  readonly name: string
}

export const targetPageNames: Readonly<Record<TargetPage, string>> = {
  home: 'Home',
  work: 'Work',
  about: 'About',
  values: 'Values',
  contact: 'Contact',
  privacy: 'Privacy',
}

export function AddOldAddress({ projects }: { projects: readonly ProjectOption[] }) {
  const { submit, submitting } = useActionFetcher(href('/studio'))
  const [path, setPath] = useState('')
  const [target, setTarget] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const id = useId()
  const ready = useHydrated()
  const [pathError, targetError] = [refusal?.fields?.['path'], refusal?.fields?.['target']]
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'add-old-address', path, target })
    if (result.ok) setPath('')
    else setRefusal(result)
  }
  const fieldProps = (name: string, error: string | undefined) => ({
    id: `${id}-${name}`,
    className: 'tool-line-input',
    disabled: !ready,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  })
  const error = pathError ?? targetError
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void add(event)}>
      <div className="tool-old-address-fields">
        <div>
          <label htmlFor={`${id}-path`} className="tool-label">
            Old address
          </label>
          <input
            {...fieldProps('path', pathError)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            inputMode="url"
            placeholder="/about.html"
            maxLength={2 * oldAddressLimits.path}
            readOnly={submitting}
            value={path}
            onChange={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </div>
        <div>
          <label htmlFor={`${id}-target`} className="tool-label">
            Leads to
          </label>
          <select
            {...fieldProps('target', targetError)}
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          >
            <option value="">Choose a page or a project</option>
            <optgroup label="Pages">
              {targetPages.map((page) => (
                <option key={page} value={page}>
                  {targetPageNames[page]}
                </option>
              ))}
            </optgroup>
            <optgroup label="Projects">
              {projects.map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </optgroup>
          </select>
        </div>
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
      {refusal && !error ? <FailureMessage message="Failed to update the studio" reason={refusal} /> : null}
      <div className="tool-row">
        <Button type="submit" variant="secondary" aria-busy={submitting || undefined}>
          Add old address
        </Button>
      </div>
    </form>
  )
}
