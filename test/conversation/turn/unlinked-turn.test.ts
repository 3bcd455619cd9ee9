import { expect, test } from 'vitest'
import { unlinkPlaces } from '../../../src/conversation/privacy/unlink.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { PlaceId } from '../../../src/core/domain/ids.ts'
import type { ChatModel } from '../../../src/core/ports/chat-model.ts'
import { type Abilities, deliveriesOf, gate, type Harness, harness, running, type Talker, until } from '../harness.ts'

const everyMs = 700

/** A model that writes a word each time a test lets it. */
function wordByWord(words: readonly (readonly [string, Promise<void>])[]): ChatModel {
  return {
    name: 'word by word',
    contextWindow: 32_000,
    countTokens: (text) => text.length,
    async *stream(_request, signal) {
      for (const [delta, ready] of words) {
        await Promise.race([ready, new Promise((resolve) => signal.addEventListener('abort', resolve))])
        signal.throwIfAborted()
        yield { type: 'text' as const, delta }
      }
      yield { type: 'end' as const, reason: 'stop' as const }
    },
  }
}

/** The account of the chat leaves while a reply is written. Nothing tells the worker. */
async function unlink({ store, person }: Harness, ada: Talker): Promise<void> {
  const eve = await person('eve')
  const { id } = await store.db.place.findFirstOrThrow({ where: { address: ada.direct.address } })
  await store.transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM threads WHERE id = ${ada.threadId} FOR NO KEY UPDATE`
    await tx.place.update({ where: { id }, data: { userId: eve.userId } })
    await unlinkPlaces(tx, { threadId: ada.threadId, placeIds: [id as PlaceId] })
  })
}

test.each<[string, Abilities, Harness['chat']['calls'][number]['what']]>([
  ['edited', { everyMs }, 'send'],
  ['shown as a preview', { preview: true, everyMs }, 'preview'],
])('a reply that is %s is not shown any further once its chat belongs to another user', async (_how, abilities, first) => {
  const [one, two] = [gate(), gate()]
  const model = wordByWord([
    ['So', one.opened],
    [' it is', two.opened],
  ])
  const h = await harness({ abilities, model })
  const ada = await h.person()
  await ada.writes('What is new?')
  h.clock.advance(2_000)
  const answering = answerThread(h.deps, ada.threadId, { signal: running() })
  one.open()
  await until(() => h.clock.sleeps.includes(everyMs))
  expect(h.chat.calls.map(({ what }) => what)).toEqual([first])
  await unlink(h, ada)
  two.open()
  h.clock.advance(everyMs)
  h.clock.advance(10_000)
  await answering
  expect(h.chat.calls.map(({ what }) => what)).toEqual([first])
  expect((await deliveriesOf(h)).filter(({ state }) => state === 'pending' || state === 'sending')).toEqual([])
})

test('a reply that was not shown yet is not begun there, and nobody is seen typing', async () => {
  const [one] = [gate()]
  const h = await harness({ abilities: { everyMs, typing: true }, model: wordByWord([['So', one.opened]]) })
  const ada = await h.person()
  await ada.writes('What is new?')
  h.clock.advance(2_000)
  const answering = answerThread(h.deps, ada.threadId, { signal: running() })
  await until(() => h.clock.sleeps.includes(4_000))
  await unlink(h, ada)
  const before = h.chat.calls.length
  h.clock.advance(4_000)
  one.open()
  await answering
  expect(h.chat.calls.slice(before)).toEqual([])
})
