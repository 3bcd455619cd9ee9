import { expect, test } from 'vitest'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundMessage } from '../../../src/core/ports/platform.ts'
import { directPlace } from '../../support/conversation.ts'
import { harness } from '../harness.ts'

test('an edit is stored although another process stores its message at the same time', async () => {
  const h = await harness()
  await h.person('ada')
  const said: InboundMessage = {
    type: 'message',
    place: directPlace('ada'),
    id: 'one' as PlatformMessageId,
    order: 1n,
    author: { id: 'ada', name: 'Ada', isBot: false },
    text: 'Meet at five',
    addressed: true,
    sentAt: h.clock.now(),
  }
  let isStored = false
  // The edit has not found the message, and is about to be stored in its place.
  const transaction: typeof h.store.transaction = async (...args) => {
    if (!isStored) {
      isStored = true
      await receive(h.another, said)
    }
    return h.store.transaction(...args)
  }
  const edit = { ...said, type: 'edit', text: 'Meet at six', editedAt: h.clock.now() } as const
  await receive({ ...h.deps, store: { ...h.store, transaction } }, edit)
  expect(await h.store.db.message.findMany({ select: { text: true, pending: true } })).toEqual([{ text: 'Meet at six', pending: true }])
})
