import { useState } from 'react'
import { href, Link } from 'react-router'
import type { OldAddress } from '#portfolio/old-address/old-address.ts'
import type { Sector } from '#portfolio/sector/sector.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import { DownloadLink } from '#app/admin/download/download-link.tsx'
import UnsavedChangesDialog from '#app/admin/forms/unsaved-changes-dialog.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import type { ProjectOption } from './add-old-address.tsx'
import { OldAddressesEditor } from './old-addresses-editor.tsx'
import { LogoSetting } from './logo-setting.tsx'
import { SectorsEditor } from './sectors-editor.tsx'
import EditableStudioText from './editable-studio-text.tsx'

type Setting = 'searchDescription' | 'country' | 'timeZone'
type Options = readonly (readonly [value: string, label: string])[]

interface StudioSettingsProps {
  saved: Readonly<Record<Setting, SavedText>>
  sectors: readonly Sector[]
  oldAddresses: readonly OldAddress[]
  projects: readonly ProjectOption[]
  /** The id of the logo. */
  logo: string | null
  countries: Options
  timeZones: Options
}

/** The pages on which words and pictures are edited in place. */
const places = [
  [href('/'), 'Home', 'the words under the heading, the studio’s name, the city, the first picture'],
  [href('/about'), 'About', 'your name, the biography, the portrait'],
  [href('/values'), 'Values', 'what you stand for'],
  [href('/contact'), 'Contact', 'city, phone, e-mail, social links'],
  [href('/privacy'), 'Privacy', 'your own paragraph in the notice'],
] as const

/** The settings that appear on no other page, and links to everything else. */
export default function StudioSettings(props: StudioSettingsProps) {
  const { saved, sectors, oldAddresses, projects, logo, countries, timeZones } = props
  const [edited, setEdited] = useState<Setting | null>(null)
  const setting = (field: Setting, term: string, options?: Options) => {
    const text = saved[field].text
    return (
      <div className="tool-setting">
        <h2 className="tool-label">{term}</h2>
        <EditableStudioText
          field={field}
          saved={saved[field]}
          {...(options && { options })}
          editing={edited === field}
          onEdit={() => setEdited(field)}
          onDone={() => setEdited((current) => (current === field ? null : current))}
        >
          <p dir="auto">{options?.find(([value]) => value === text)?.[1] ?? text}</p>
        </EditableStudioText>
      </div>
    )
  }
  return (
    <div className="tool-settings">
      <AdminStyles />
      {setting('searchDescription', 'Search description')}
      {setting('country', 'Country', countries)}
      {setting('timeZone', 'Time zone', timeZones)}
      <div className="tool-setting">
        <h2 className="tool-label">Sectors</h2>
        <SectorsEditor sectors={sectors} />
      </div>
      <div className="tool-setting">
        <h2 className="tool-label">Old addresses</h2>
        <OldAddressesEditor addresses={oldAddresses} projects={projects} />
      </div>
      <div className="tool-setting">
        <h2 className="tool-label">Logo</h2>
        <LogoSetting logo={logo} />
      </div>
      <div className="tool-setting">
        <h2 className="tool-label">Visitors</h2>
        <p>
          <Link to={href('/setup/:screen', { screen: 'opening' })}>Open or close the site</Link>
        </p>
      </div>
      <div className="tool-setting">
        <h2 className="tool-label">On the pages</h2>
        <div>
          <p>Everything else is edited where it appears.</p>
          <ul className="tool-places">
            {places.map(([to, name, contents]) => (
              <li key={to}>
                <Link to={to} viewTransition>
                  {name}
                </Link>
                : {contents}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="tool-setting">
        <h2 className="tool-label">Behind the pages</h2>
        <ul className="tool-places">
          <li>
            <Link to={href('/bin')} viewTransition>
              Bin
            </Link>
            : what you deleted within the last 30 days
          </li>
          <li>
            <Link to={href('/people')} viewTransition>
              People
            </Link>
            : who has an account, who is an admin, invitations
          </li>
          <li>
            <Link to={href('/studio/health')} viewTransition>
              Health
            </Link>
            : backups, disk, mail, and what needs your attention
          </li>
          <li>
            <DownloadLink
              to={href('/studio/export.tar')}
              note=": your projects with the uploaded pictures, texts and order, as a tar archive"
            >
              Download everything
            </DownloadLink>
          </li>
        </ul>
      </div>
      <UnsavedChangesDialog />
    </div>
  )
}
