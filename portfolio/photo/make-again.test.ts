import { expect } from 'vitest'
import type { Parts } from '#portfolio/parts.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'
import { photograph } from '#testing/photographs.ts'
import { makeNextPhoto, releaseClaims } from './make.ts'
import { derivativeKey } from './photo.ts'
import { sweepFormer } from './sweep.ts'

const day = 24 * 60 * 60_000

eachDatabase(
  'what an older recipe made is shown until all of it is made again, and swept a day later',
  async (house) => {
    const { parts, pass } = house
    const projectId = await hungProject(house)
    const id = await hangPhoto(house, projectId, 'a.jpg', { bytes: await photograph({ width: 620, height: 310 }) })
    const old = derivativeKey(id, 620, { format: 'webp', gamut: 'srgb' }, 'v1')
    await parts.files.write(old, Buffer.from('webp'))
    const asBefore = { state: 'ready', recipe: 'v1', made: '480,620', placeholder: '', colour: '#000000' } as const
    await parts.db.updateTable('photos').set(asBefore).execute()
    expect(await makeNextPhoto(parts)).toBe(false)

    await releaseClaims(parts)
    const shown = async () => (await showProject(parts, projectId))?.images[0]
    const midway: unknown[] = []
    const derive: Parts['pictures']['derive'] = (path, widths, keep) =>
      parts.pictures.derive(path, widths, async (width, made) => {
        await keep(width, made)
        midway.push((await shown())?.recipe)
      })
    await makeNextPhoto({ ...parts, pictures: { ...parts.pictures, derive } })
    expect(midway).toEqual(['v1', 'v1'])
    expect(await shown()).toMatchObject({
      recipe: 'v2',
      widths: [480, 620],
      placeholder: expect.stringMatching(/^data:/),
    })
    expect((await shown())?.colour).not.toBe('#000000')
    expect(await makeNextPhoto(parts)).toBe(false)

    pass(day - 1)
    expect(await sweepFormer(parts)).toBe(0)
    expect(await parts.files.find(old)).not.toBeNull()
    pass(2)
    expect(await sweepFormer(parts)).toBe(1)
    expect(await parts.files.find(old)).toBeNull()
    expect(await parts.files.find(derivativeKey(id, 620, { format: 'webp', gamut: 'srgb' }))).not.toBeNull()
    expect(await sweepFormer(parts)).toBe(0)
  },
)
