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
  const options = data?.ok ? data.value : null
  /** The options to which the browser has responded; `failure` is the message if it refused. */
  const [answered, setAnswered] = useState<{ readonly options: object; readonly failure: string | null } | null>(null)

  const respond = useEffectEvent(async (options: object) => {
    let failure: string | null = null
    try {
      const response = await askBrowser(options, create)
      await submit({ ...finish, response: JSON.stringify(response) }, { method: 'post', action })
    } catch (error) {
      failure = failureOf(error, create)
    }
    setAnswered({ options, failure })
  })
  useEffect(() => {
    if (options) void respond(options)
  }, [options])

  const isAnswered = options !== null && answered?.options === options
  const pending = state !== 'idle' || (options !== null && !isAnswered)
  return {
    pending,
    failure: pending ? null : data?.ok === false ? data.message : isAnswered ? answered.failure : null,
    run: () => {
      // The page does not show the options. On a bad connection, its revalidation would delay the message of a failure.
      if (!pending) void submit(start, { method: 'post', action, defaultShouldRevalidate: false })
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
