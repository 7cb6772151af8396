/** The accounts that the prepared data folders contain. */
export const accounts = {
  admin: { email: 'designer@studio.example', password: 'plaster oak travertine' },
  user: { email: 'neighbour@example.com', password: 'a door that leads nowhere' },
} as const
