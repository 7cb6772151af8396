import type { Generated } from 'kysely'
import type { MailKind, MailState } from '#portfolio/mail/mail.ts'
import type { ImageLayout, PhotoKind, Place } from '#portfolio/photo/photo.ts'
import type { RecipeVersion } from '#portfolio/derivative/derivatives.ts'
import type { DerivingFailure } from '#portfolio/derivative/failure.ts'
import type { Visibility } from '#portfolio/setup/setup.ts'
import type {
  AuthAccountTable,
  AuthSessionTable,
  AuthUserTable,
  AuthVerificationTable,
  Bit,
  OneTimeLinksTable,
  PasskeysTable,
  Timestamp,
  UsersTable,
} from './tables/accounts.ts'
import type { StudioLinksTable, StudioTable, StudioTextsTable, StudioValuesTable } from './tables/studio.ts'
import type { PrivateLinksTable } from './tables/private-links.ts'
import type { FormerSlugsTable, OldAddressesTable } from './tables/addresses.ts'
import type { ProjectFactsTable, SectorsTable } from './tables/facts.ts'

export type { Bit, OneTimeLinksTable, PasskeysTable } from './tables/accounts.ts'

export interface ProjectsTable {
  id: string
  name: string
  /** The last segment of its URL. Unique, even among projects in the bin. */
  slug: string
  details: string
  comments: string
  position: number
  nameVersion: number
  detailsVersion: number
  /** The id of the form, or a key of the folder or import, that created the project; sent again, it creates nothing. */
  requestId: string | null
  /** `null` for a draft. */
  publishedAt: Timestamp | null
  /** When a draft is published; `null` for a draft without a schedule, a published project and one in the bin. */
  publishAt: Timestamp | null
  /** The gallery image that was chosen as the cover. See `coverIdOf`. */
  coverImageId: string | null
  createdAt: Timestamp
  changedAt: Timestamp
  deletedAt: Timestamp | null
  /** The id of the last reordering, if it moved this project, and the position before it. */
  moveId: string | null
  formerPosition: number | null
}

export interface PhotosTable {
  id: string
  /** `null` for hero, portrait, logo and the photos of values. */
  projectId: string | null
  place: Place
  /** 1..n without gaps among a gallery's images that are not removed; 0 elsewhere. */
  position: number
  storageKey: string
  bytes: number
  sha256: string
  /** Pixels, after the orientation has been applied. */
  width: number
  height: number
  colour: string
  /** A `data:` URL, or empty for derivatives of recipe v1. */
  placeholder: string
  /** Whether it has colours beyond sRGB. */
  wide: Bit
  alt: string
  focalX: number
  focalY: number
  state: 'waiting' | 'ready' | 'failed'
  recipe: RecipeVersion
  /** Widths whose derivatives are stored, such as `480,800`. */
  made: string
  /** Recipe of the previous derivatives, which are kept for a day. */
  formerRecipe: RecipeVersion | null
  /** JSON: the crops whose derivatives are stored (`Crop[]`). */
  crops: string
  /** JSON: the crops that are being made, and those no longer used, which are kept for a day (`FormerCrop[]`). */
  formerCrops: string
  /** Why the last attempt to derive it failed, or empty. */
  failure: DerivingFailure | ''
  /** Whether the derivatives of the current recipe include those for HDR screens. */
  gainMap: Bit
  /** Of a hero: see `contrast-map.ts`. Empty until it is measured. */
  contrastMap: string
  tries: number
  /** Time of the next attempt; a claim moves it into the future. */
  dueAt: Timestamp
  /** Id of its upload. An upload is attached only once. */
  uploadId: string | null
  createdAt: Timestamp
  deletedAt: Timestamp | null
  caption: string
  captionVersion: number
  /** Who made the picture; empty if nobody is named. */
  credit: string
  kind: PhotoKind
  /** The project that a photo of the studio shows and links to. */
  shownProjectId: string | null
  /** The id of the first photo of the image; `null` in the row of that photo. See `imageIdOf`. */
  imageId: string | null
  /** The photo that undo brings back: the last one that was shown, or else the one that this photo replaced. */
  replacedId: string | null
  /** The removed photo that is shown until this one has its first derivative; `null` afterwards. */
  formerId: string | null
  /** Set for images in the bin, the same for all that were removed together. `null` for a replaced photo. */
  removalId: string | null
  /** Whether only admins see this image of a gallery. The same for all photos of the image. */
  hidden: Bit
  layout: ImageLayout
  /** The image that the layout puts into the same row. The layout counts only while that image follows. */
  layoutPartner: string | null
  /** The id of the gallery's last reordering, if it moved this image, and the position before it. */
  moveId: string | null
  formerPosition: number | null
}

/** Messages of the contact form; they expire after twelve months, and 30 days after an admin has deleted them. */
export interface ContactSubmissionsTable {
  id: string
  firstName: string
  lastName: string
  email: string
  subject: string
  message: string
  createdAt: Timestamp
  /** The reason why it is suspected of being spam; `null` if it is not. */
  quarantined: string | null
  readAt: Timestamp | null
  answeredAt: Timestamp | null
  archivedAt: Timestamp | null
  deletedAt: Timestamp | null
  notSpamAt: Timestamp | null
  /** The text that searches match. See `searchTextOf` in `portfolio/contact/inbox.ts`. */
  searchText: Generated<string>
}

/** E-mails that wait to be sent, and the outcome of the others of the last 30 days. */
export interface OutboxTable {
  /** The e-mail's Message-ID contains it, in every attempt. */
  id: string
  kind: MailKind
  state: MailState
  recipient: string
  /** Empty, like `text`, once the e-mail cannot be sent again. */
  subject: string
  text: string
  replyTo: string | null
  /** The message that the e-mail is about. Its e-mails are deleted with it. */
  contactMessageId: string | null
  /** The account that the e-mail is about, or that sent the invitation. Its e-mails are deleted with it. */
  userId: string | null
  attempts: number
  /** Time of the next attempt; a claim moves it into the future. */
  dueAt: Timestamp
  /** Why the last attempt failed: the mail server’s reply, or the connection error. */
  answer: string | null
  createdAt: Timestamp
  endedAt: Timestamp | null
}

/** Counters of the rate limits; `key` is a hash. */
export interface TalliesTable {
  key: string
  count: number
  /** End of the window, or of the delay. */
  until: Timestamp
}

/** One row: the newest version of the program that has opened the database. */
export interface ProgramVersionTable {
  id: number
  version: string
}

/** One row: the id that the database shares with its file store. */
export interface StoreIdentityTable {
  id: number
  storeId: string
}

export interface HealthFactsTable {
  key: string
  value: string
  recordedAt: Timestamp
}

/** At most one row: the claim link, who may see the site, and which screens of the setup are left. */
export interface SiteSetupTable {
  id: number
  /** The token of the link is derived from this id and the site's secret; `null` without a link. */
  claimId: string | null
  claimCreatedAt: Timestamp | null
  claimUsedAt: Timestamp | null
  visibility: Generated<Visibility>
  wordsLeft: Generated<Bit>
  picturesLeft: Generated<Bit>
  samplesLeft: Generated<Bit>
  openingLeft: Generated<Bit>
}

/** The last versions of each saved text. For `textKey`, see `portfolio/history/history.ts`. */
export interface TextVersionsTable {
  textKey: string
  version: number
  text: string
  /** `null` for a text that was saved before versions were kept. */
  savedAt: Timestamp | null
  /** Id of a user. */
  savedBy: string | null
  projectId: string | null
  valueId: string | null
}

/** The newest changes, numbered in the order of their commits. */
export interface ChangesTable {
  number: number
  /** A `ChangeEvent` as JSON. */
  event: string
}

/** One row. `history` is the id of this change log: a restored backup has another, whose numbers cannot be compared. */
export interface ChangeCounterTable {
  id: number
  history: string
  /** The number of the last change. */
  number: number
}

export interface Tables {
  projects: ProjectsTable
  photos: PhotosTable
  users: UsersTable
  contactSubmissions: ContactSubmissionsTable
  siteSetup: SiteSetupTable
  outbox: OutboxTable
  studio: StudioTable
  studioTexts: StudioTextsTable
  studioValues: StudioValuesTable
  studioLinks: StudioLinksTable
  textVersions: TextVersionsTable
  projectFacts: ProjectFactsTable
  sectors: SectorsTable
  formerSlugs: FormerSlugsTable
  privateLinks: PrivateLinksTable
  oldAddresses: OldAddressesTable
  tallies: TalliesTable
  programVersion: ProgramVersionTable
  storeIdentity: StoreIdentityTable
  healthFacts: HealthFactsTable
  oneTimeLinks: OneTimeLinksTable
  authUser: AuthUserTable
  authSession: AuthSessionTable
  authAccount: AuthAccountTable
  authVerification: AuthVerificationTable
  passkeys: PasskeysTable
  changes: ChangesTable
  changeCounter: ChangeCounterTable
}
