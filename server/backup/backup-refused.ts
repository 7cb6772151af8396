/** A backup is damaged, or cannot be created or restored. The message is written for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
