// The languages in which a search looks up its words.
import { expect, test } from 'vitest'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import { searchData } from '../../../src/search/personal-data.ts'
import { listTextLanguages } from '../../../src/search/query/terms.ts'
import { deleteMessage } from '../../../src/threads/messages/edit-message.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { privately, searchDeps } from '../support.ts'

test('a thread has the languages of its messages, a shared place those of what was said there', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
  const [ana, ben] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'ben' })]
  const place = directPlace('ana')
  const index = () => Promise.all([ana, ben].map(({ threadId }) => indexThread(deps, threadId)))
  await ben.say('The keys are under the doormat, as always.', '2026-11-18T08:00:00Z')
  await index()
  expect(await listTextLanguages(store.db, privately(ana))).toEqual([])
  await ana.say('Die Schlüssel liegen wie immer unter der Fußmatte.', '2026-11-18T08:01:00Z', { place, id: 'german' })
  const { audience } = await ana.say('Les clés sont toujours sous le paillasson.', '2026-11-18T08:02:00Z', { place: sharedPlace('garden') })
  await index()
  expect(await listTextLanguages(store.db, privately(ana))).toEqual(['de', 'fr'])
  expect(await listTextLanguages(store.db, privately(ben))).toEqual(['en'])
  expect(await listTextLanguages(store.db, { ...privately(ben), audience })).toEqual(['fr'])

  // A language stays when its last message goes. Nothing stays of a user whose data is erased.
  await deleteMessage(deps, place, 'german' as PlatformMessageId)
  await index()
  expect(await listTextLanguages(store.db, privately(ana))).toEqual(expect.arrayContaining(['de', 'fr']))
  await store.transaction(async (tx) => searchData.erase?.(tx, ana))
  expect(await listTextLanguages(store.db, privately(ana))).toEqual([])
  expect(await listTextLanguages(store.db, privately(ben))).toEqual(['en'])
})
