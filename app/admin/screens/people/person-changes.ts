/**
 * What an admin can do with an account. `question` is the confirmation prompt, `confirmLabel` its button label, and
 * `success` the message afterwards.
 */
export const personChanges = {
  'make-admin': {
    label: 'Make admin',
    confirmLabel: 'Yes, make admin',
    question: (email: string) =>
      `Are you sure that the account of ${email} belongs to the person you mean? Anyone can sign up with any address.`,
    success: (email: string) => `${email} is now an admin.`,
  },
  'remove-role': {
    label: 'Remove admin role',
    confirmLabel: 'Yes, remove',
    question: (email: string) => `Are you sure you want to remove the admin role of ${email}?`,
    success: (email: string) => `${email} is no longer an admin.`,
  },
  delete: {
    label: 'Delete account',
    confirmLabel: 'Yes, delete',
    question: (email: string) =>
      `Are you sure you want to delete the account of ${email}? Their changes to the site are kept.`,
    success: (email: string) => `The account of ${email} was deleted.`,
  },
} as const

export type PersonChange = keyof typeof personChanges
