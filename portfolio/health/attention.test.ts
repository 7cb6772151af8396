import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { checkHealth, readAttention } from './attention.ts'

eachDatabase(
  'when a part starts or stops needing attention, the change is recorded and published once',
  async (backend) => {
    const { ports, events } = backend
    const healthEvents = () => events.filter(({ about }) => about === 'health').length
    await testGallery(backend, 1)
    await checkHealth(ports)
    expect(await readAttention(ports)).toEqual([])
    expect(healthEvents()).toBe(0)
    await ports.db.updateTable('photos').set({ state: 'failed' }).execute()
    for (let n = 0; n < 2; n++) await checkHealth(ports)
    expect(await readAttention(ports)).toEqual(['Pictures'])
    expect(healthEvents()).toBe(1)
    await ports.db.updateTable('photos').set({ state: 'ready' }).execute()
    await checkHealth(ports)
    expect(await readAttention(ports)).toEqual([])
    expect(healthEvents()).toBe(2)
  },
)
