import type { asAdmin } from '#portfolio/account/as-admin.ts'
import { addOldAddress, addOldAddressList, removeOldAddress, restoreOldAddress } from '#portfolio/old-address/edit.ts'
import type { Result } from '#portfolio/result.ts'
import { findPathOwner } from '#app/path-owner.ts'

type Run = (command: Parameters<typeof asAdmin<unknown>>[2]) => Promise<Result<unknown>>

/** Runs the command that `intent` names, if it is for the list of old addresses; otherwise `null`. */
export function runOldAddressIntent(
  run: Run,
  field: (name: string) => string,
  origin: string,
): Promise<Result<unknown>> | null {
  const [id, findOwner] = [field('addressId'), findPathOwner]
  switch (field('intent')) {
    case 'add-old-address': {
      const input = { path: field('path'), target: field('target'), findOwner }
      return run((unit, admin) => addOldAddress(unit, admin, input))
    }
    case 'add-old-addresses': {
      const input = { text: field('list'), findOwner, origin }
      return run((unit, admin) => addOldAddressList(unit, admin, input))
    }
    case 'remove-old-address':
      return run((unit, admin) => removeOldAddress(unit, admin, { id }))
    case 'restore-old-address':
      return run((unit, admin) => restoreOldAddress(unit, admin, { id }))
  }
  return null
}
