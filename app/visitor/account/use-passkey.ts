import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Result } from '#portfolio/result.ts'

interface PasskeyCall {
  /** The action that returns the WebAuthn options and takes the browser's response. */
  readonly action: string
  /** The form fields of the first request; `finish` has those of the second. */
  readonly start: Readonly<Record<string, string>>
  readonly finish: Readonly<Record<string, string>>
  /** Whether the browser creates a passkey instead of using one. */
  readonly create?: boolean
}

/**
 * Creates or uses a passkey: gets the options, asks the browser to sign, and posts the response. The WebAuthn code is
 * loaded after `run` is called.
 */
export function usePasskey({ action, start, finish, create = false }: PasskeyCall) {
  const { state, data, submit } = useFetcher<Result<object | null>>()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const post = (fields: Readonly<Record<string, string>>) => void submit(fields, { method: 'post', action })

  const respond = useEffectEvent(async (options: object) => {
    setAsking(true)
    try {
      const response = await askBrowser(options, create)
      post({ ...finish, response: JSON.stringify(response) })
    } catch (error) {
      setFailure(failureOf(error, create))
    } finally {
      setAsking(false)
    }
  })
  useEffect(() => {
    if (data?.ok && data.value) void respond(data.value)
  }, [data])

  const pending = state !== 'idle' || asking
  return {
    pending,
    failure: pending ? null : (failure ?? (data?.ok === false ? data.message : null)),
    run: () => {
      if (pending) return
      setFailure(null)
      post(start)
    },
  }
}

async function askBrowser(options: object, create: boolean): Promise<object> {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) throw new DOMException('', 'NotSupportedError')
  // The server created the options with the same library.
  if (create) return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/** The error names are listed in https://www.w3.org/TR/webauthn-3/#sctn-createCredential. */
function failureOf(error: unknown, create: boolean): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return create
        ? 'No passkey was added. You can try again at any time.'
        : 'No passkey was chosen. Please try again, or use your password.'
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.'
    case 'NotSupportedError':
      return 'This browser cannot use passkeys here. Please use your password.'
  }
  return create
    ? 'The passkey could not be added. Please try again.'
    : 'The passkey could not be used. Please try again, or use your password.'
}
