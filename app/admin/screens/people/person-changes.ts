/** What an admin can do with an account. `question` is asked first. */
export const changes = {
  'make-admin': {
    label: 'Make admin',
    question: null,
    done: (email: string) => `${email} is an admin now.`,
  },
  'remove-role': {
    label: 'Remove admin role',
    question: (email: string) => `Are you sure you want to remove the admin role of ${email}?`,
    done: (email: string) => `${email} is no longer an admin.`,
  },
  delete: {
    label: 'Delete account',
    question: (email: string) =>
      `Are you sure you want to delete the account of ${email}? What this person changed on the site stays.`,
    done: (email: string) => `The account of ${email} was deleted.`,
  },
} as const

export type PersonChange = keyof typeof changes
