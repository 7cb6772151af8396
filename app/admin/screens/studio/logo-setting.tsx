import { useRef } from 'react'
import { href } from 'react-router'
import { iconPath } from '#portfolio/logo/logo.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { ReplacePhoto } from '#app/admin/replace-photo/replace-photo.tsx'

/** The studio's logo, from which the icons are made. */
export function LogoSetting({ logo }: { logo: string | null }) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher(href('/studio'))
  const removal = useUndoableRemoval({
    container,
    remove: (photoId) => submit({ intent: 'remove-logo', photoId }),
    restore: (photoId) => submit({ intent: 'restore-logo', photoId }),
  })
  return (
    <div ref={container} role="group" aria-label="Logo" tabIndex={-1} className="tool-list tool-logo">
      {logo ? (
        <div className="tool-logo-row">
          <LogoIcons logo={logo} />
          <RemoveButton name="Remove logo" symbol="×" onRemove={() => void removal.remove(logo, 'The logo', 0)} />
        </div>
      ) : (
        <p className="tool-empty-note">
          Your logo belongs here: the icon in browser tabs, in search results and on home screens.
        </p>
      )}
      {removal.message}
      <p className="tool-hint">
        A square PNG or WebP of at least 512 × 512 pixels. Transparent areas stay transparent.
      </p>
      <ReplacePhoto
        action={href('/studio')}
        fields={{ intent: 'replace-photo', place: 'logo' }}
        photo={null}
        described={false}
        name="logo"
        label="Replace logo"
        failedMessage="Failed to upload the picture"
      />
    </div>
  )
}

function LogoIcons({ logo }: { logo: string }) {
  return (
    <>
      <img src={iconPath(logo, 'icon-192.png')} width={112} height={112} alt="Logo" data-on="light" />
      <img src={iconPath(logo, 'touch-180.png')} width={60} height={60} alt="On a home screen" data-touch="" />
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          src={iconPath(logo, 'icon-32.png')}
          width={32}
          height={32}
          alt={`In a ${scheme} browser tab`}
          data-on={scheme}
        />
      ))}
    </>
  )
}
