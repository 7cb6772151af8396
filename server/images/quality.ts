import type { Qualities } from './encode.ts'
import type { DecodedImage } from './decode.ts'

export async function chooseQualities(_image: DecodedImage): Promise<Qualities> {
  return { avif: 60, jpg: 84 }
}
