import { expect, test } from 'vitest'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { PlaceRef, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import type { Store } from '../../../src/store/store.ts'
import { selectStorableReferences } from '../../../src/threads/messages/references.ts'
import { findPlaceById } from '../../../src/threads/places.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

const rootIn = ({ address }: PlaceRef): ReferencedMessage => ({
  ...{ kind: 'thread', id: '7' as PlatformMessageId, author: { name: 'Ben' }, text: 'The zebra costs 340.' },
  placeAddress: address,
})

/** Stores a message of a place, and gives the places of what it refers to. */
async function placesReferredTo(store: Store, { say, threadId }: TestPerson, place: PlaceRef, references: readonly ReferencedMessage[]) {
  const { placeId } = await say('What does it cost?', '2026-11-18T09:00:00Z', { place })
  const stored = (await findPlaceById(store.db, placeId))!
  const storable = await store.transaction((tx) => selectStorableReferences(tx, { threadId, place: stored }, references))
  return storable.references.map((reference) => reference.place)
}

/** The place with an address, and which version of its row is stored. */
const placeAt = async (store: Store, { address }: PlaceRef) =>
  (
    await store.db.$queryRaw<{ id: number; userId: number | null; version: string }[]>`
      SELECT id, user_id AS "userId", xmin::text AS version FROM places WHERE address = ${address}`
  )[0]

test('the channel of a thread is stored once, and not written again by other threads of it', async () => {
  const store = await testStore()
  const ana = await testPerson(store, { name: 'ana' })
  const channel = sharedPlace('the channel')
  const [first] = await placesReferredTo(store, ana, sharedPlace('a thread'), [rootIn(channel)])
  const written = await placeAt(store, channel)
  expect(first).toMatchObject({ id: written?.id, address: channel.address, kind: 'shared', audience: `place:${written?.id}` })
  expect(await placesReferredTo(store, ana, sharedPlace('another thread'), [rootIn(channel)])).toEqual([first])
  expect(await placeAt(store, channel)).toEqual(written)
})

test('what a message in a direct place refers to is there, and no other direct place loses its owner', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'bo' })]
  await bo.say('Hello', '2026-11-18T08:00:00Z')
  const referredTo = await placesReferredTo(store, ana, directPlace('ana'), [rootIn(directPlace('bo')), rootIn(directPlace('cy'))])
  const own = { userId: ana.userId, address: directPlace('ana').address }
  expect(referredTo).toMatchObject([own, own])
  expect(await placeAt(store, directPlace('bo'))).toMatchObject({ userId: bo.userId })
  expect(await placeAt(store, directPlace('cy'))).toBeUndefined()
})
