import { expect, test } from 'vitest'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { harness } from '../harness.ts'

test('names of people, places and files are stored without what is invisible', async () => {
  const h = await harness()
  await h.person('ada')
  const hidden = (name: string) => `\u202E\u3164${name.slice(0, 2)}\u034F\u200B${name.slice(2)}\u115F\u{E0041}`
  await receive(h.deps, {
    type: 'message',
    place: { ...sharedPlace('club'), title: hidden('The club') },
    id: 'one' as PlatformMessageId,
    order: 1n,
    author: { id: 'ada', name: hidden('Ada King'), handle: hidden('ada_king'), isBot: false },
    text: 'Hello',
    addressed: true,
    sentAt: h.clock.now(),
    attachments: [{ source: 'here', name: hidden('notes.txt'), mediaType: 'text/plain', bytes: 1 } as never],
  })
  const { db } = h.store
  const stored = await db.message.findFirstOrThrow({ include: { place: true, attachments: true, author: true } })
  const names = [stored.authorName, stored.place.title, stored.attachments[0]?.name, stored.author?.handle]
  expect(names).toEqual(['Ada King', 'The club', 'notes.txt', 'ada_king'])
})
