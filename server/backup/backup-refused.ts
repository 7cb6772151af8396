/**
 * A backup, an export or a copy of the database cannot be created, or is damaged or cannot be restored. The message is
 * written for the operator.
 */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
