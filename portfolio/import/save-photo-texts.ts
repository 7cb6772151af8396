import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedPhoto } from '#portfolio/export/export.ts'
import { editCredit, editImageCaption } from '#portfolio/photo/edit.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/** Saves the caption and the credit of a photo that was just added and has none. */
export async function savePhotoTexts(
  unit: UnitOfWork,
  admin: Admin,
  reference: { readonly projectId: string | null; readonly photoId: string },
  { caption, credit }: ExportedPhoto,
): Promise<Result> {
  const empty = { ...reference, baseText: '' }
  const captioned = caption ? await editImageCaption(unit, admin, { ...empty, caption }) : done()
  if (!captioned.ok || !credit) return captioned
  return editCredit(unit, admin, { ...empty, credit })
}
