/** A backup, an export or a copy of the database cannot be created or restored, or is damaged. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
