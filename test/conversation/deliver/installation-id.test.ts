import { expect, test } from 'vitest'
import { ensureInstallationId } from '../../../src/conversation/deliver/installation-id.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { testStore } from '../../support/store.ts'

test('a database keeps its id, which is unlike that of any other', async () => {
  const deps = { store: await testStore(), random: systemRandom }
  const ids = await Promise.all([ensureInstallationId(deps), ensureInstallationId(deps)])
  expect(new Set([...ids, await ensureInstallationId(deps)]).size).toBe(1)
  expect(ids[0]).toMatch(/^[\w-]{20,}$/)
  expect(await ensureInstallationId({ ...deps, store: await testStore() })).not.toBe(ids[0])
})
