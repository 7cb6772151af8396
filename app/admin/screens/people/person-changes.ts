/** What an admin can do with an account. `question` is asked first, and answered with `yes`. */
export const changes = {
  'make-admin': {
    label: 'Make admin',
    yes: 'Yes, make admin',
    question: (email: string) =>
      `Are you sure that the account of ${email} belongs to the person you mean? Whoever signs up can enter any address.`,
    done: (email: string) => `${email} is an admin now.`,
  },
  'remove-role': {
    label: 'Remove admin role',
    yes: 'Yes, remove',
    question: (email: string) => `Are you sure you want to remove the admin role of ${email}?`,
    done: (email: string) => `${email} is no longer an admin.`,
  },
  delete: {
    label: 'Delete account',
    yes: 'Yes, Delete',
    question: (email: string) =>
      `Are you sure you want to delete the account of ${email}? What this person changed on the site stays.`,
    done: (email: string) => `The account of ${email} was deleted.`,
  },
} as const

export type PersonChange = keyof typeof changes
