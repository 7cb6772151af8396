import type { Place, Recipe } from '#portfolio/photo/photo.ts'

// Both databases hold the same: text for ids, ISO 8601 UTC for times, 0/1 for truth, JSON as text.

/** A moment as ISO 8601 in UTC: sorts as text. */
export type Moment = string
/** 0 or 1: SQLite has no boolean. */
export type Bit = 0 | 1

/** The projects, those that were deleted within the last 30 days among them. */
export interface ProjectsTable {
  id: string
  name: string
  details: string
  /** A JSON list, created empty. */
  comments: string
  position: number
  nameVersion: number
  detailsVersion: number
  /** The form that made it: a second try with the same one makes nothing. */
  requestId: string | null
  createdAt: Moment
  /** Grows with every change of the project or its pictures. */
  changedAt: Moment
  deletedAt: Moment | null
}

/** Each photograph, and where it hangs. */
export interface PhotosTable {
  id: string
  /** `null` for the studio's own pictures. */
  projectId: string | null
  place: Place
  /** 1..n without a gap among the gallery pictures of a project that are not deleted; 0 elsewhere. */
  position: number
  /** The key of the original in the file store. */
  storageKey: string
  bytes: number
  sha256: string
  /** Pixels of the upright picture. */
  width: number
  height: number
  colour: string
  /** A `data:` address, or empty for photographs that an older recipe made. */
  placeholder: string
  /** It has derivatives in Display P3 as well. */
  wide: Bit
  alt: string
  focalX: number
  focalY: number
  /** `waiting` for derivatives still to be made: all, or those not in `made`. */
  state: 'waiting' | 'ready' | 'failed'
  /** What `made` was made by. */
  recipe: Recipe
  /** The widths whose derivatives are on the disk, as in `480,800`. */
  made: string
  /** Made again a day ago or less: its old derivatives may still be on open pages. */
  formerRecipe: Recipe | null
  /** How often the next derivative has been tried. */
  tries: number
  /** Not to be tried before: a claim lasts that long. */
  dueAt: Moment
  /** The upload it came from: attached twice, it stays one. */
  uploadId: string | null
  createdAt: Moment
  deletedAt: Moment | null
}

/** What the product knows of a person beyond the account. */
export interface UsersTable {
  /** The authentication user's id. */
  id: string
  role: string | null
  online: Bit
}

/** What came through the contact form; swept after twelve months. */
export interface ContactSubmissionsTable {
  id: string
  firstName: string
  lastName: string
  email: string
  subject: string
  message: string
  createdAt: Moment
  /** Why it is kept apart from what people wrote; `null` when it is not. */
  quarantined: string | null
}

/** Something that is counted so that it does not happen too often. */
export interface TalliesTable {
  /** A fingerprint of what is counted, and for whom. */
  key: string
  count: number
  /** When the count starts anew, or the next turn opens. */
  until: Moment
}

/** The studio’s own words, in one row. */
export interface StudioTable {
  /** There is one studio: always 1. */
  id: number
  /** `StudioWords` as JSON. */
  words: string
}

// What authentication itself needs. The columns are better-auth's.

/** Who has an account. */
export interface AuthUserTable {
  id: string
  name: string
  email: string
  emailVerified: Bit
  image: string | null
  createdAt: Moment
  updatedAt: Moment
}

/** Who is signed in, in which browser; `ipAddress` and `userAgent` stay empty. */
export interface AuthSessionTable {
  id: string
  userId: string
  token: string
  expiresAt: Moment
  ipAddress: string | null
  userAgent: string | null
  createdAt: Moment
  updatedAt: Moment
}

/** How somebody signs in: here with a password alone, as `server/auth/passwords.ts` writes it. */
export interface AuthAccountTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Moment | null
  refreshTokenExpiresAt: Moment | null
  scope: string | null
  password: string | null
  createdAt: Moment
  updatedAt: Moment
}

/** The library asks for it; nothing here verifies anything by mail. */
export interface AuthVerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Moment
  createdAt: Moment
  updatedAt: Moment
}

/** Every table, by its name in the database. */
export interface Tables {
  projects: ProjectsTable
  photos: PhotosTable
  users: UsersTable
  contactSubmissions: ContactSubmissionsTable
  studio: StudioTable
  tallies: TalliesTable
  authUser: AuthUserTable
  authSession: AuthSessionTable
  authAccount: AuthAccountTable
  authVerification: AuthVerificationTable
}
