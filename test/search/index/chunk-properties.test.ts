import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlatformMessageId, TurnId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { indexThread, updateIndex } from '../../../src/search/index/update-index.ts'
import { searchData } from '../../../src/search/personal-data.ts'
import type { Store } from '../../../src/store/store.ts'
import { reassignDays } from '../../../src/threads/days/reassign-days.ts'
import { replaceReply } from '../../../src/threads/messages/drafts.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { deleteMessages, tombstoneMessages } from '../../../src/threads/privacy/tombstones.ts'
import { bumpSummarizedDay, lockThread } from '../../../src/threads/thread.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { runs } from '../../support/runs.ts'
import { testStore } from '../../support/store.ts'
import { depsOf, expectAsMadeOnce, long } from './chunk-support.ts'

const id = (name: string) => name as PlatformMessageId

interface StoredChange {
  readonly what: 'answer' | 'summarize' | 'forget' | 'erase' | 'move'
  readonly message: Message
  readonly text: string
}

/** What other features do to a stored message or its day. */
async function changeStored(store: Store, { threadId, userId }: TestPerson, { what, message, text }: StoredChange): Promise<void> {
  const { id, segmentId, placeId, audience, sentAt } = message
  await store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    if (what === 'answer')
      await insertMessages(tx, threadId, [{ segmentId, placeId, audience, role: 'assistant', kind: 'chat', text, sentAt }])
    else if (what === 'summarize') await bumpSummarizedDay(tx, segmentId, 0)
    else if (what === 'move') {
      // As an answer that replaces an earlier one.
      const later = new Date(sentAt.getTime() + 3 * 60_000)
      await replaceReply(tx, { threadId, replyId: id, turnId: 0 as TurnId, text, sentAt: later, editedAt: later })
    } else {
      const now = new Date()
      const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: [id], now, dropNames: false })
      await searchData.forget?.(tx, { userId, threadId, messageIds: [id], segmentIds, summaryIds: [], memoryIds: [], now })
      if (what === 'erase') await deleteMessages(tx, threadId, [id])
    }
  })
}

test('the chunks of a thread are the same as if built once at the end, whatever happens in between and with two concurrent runs', async () => {
  const store = await testStore()
  const deps = depsOf(store)
  const changes = ['say', 'say', 'say', 'answer', 'edit', 'delete', 'forget', 'erase', 'move', 'summarize'] as const
  const runsOf = ['chunk', 'chunk', 'chunk', 'chunk twice at once', 'chunk meanwhile', 'search', 'reassign'] as const
  const what = fc.constantFrom(...changes, 'say', 'say', ...runsOf)
  const text = fc.constantFrom(long('red'), long('blue'), long('green').repeat(4), 'the old boat', 'yes, please', 'no', '')
  // Most messages come last in the direct chat of one day, so that its chunks grow.
  const seldom = fc.constantFrom(true, false, false, false)
  const step = fc.record({ what, text, which: fc.nat(11), isNextDay: seldom, isShared: seldom, isLate: seldom })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30, size: 'max' }), async (steps) => {
      const name = `chunks-${++run}`
      const person = await testPerson(store, { name })
      for (const [time, { what, text, which, isNextDay, isShared, isLate }] of steps.entries()) {
        const place = isShared ? sharedPlace(name) : directPlace(name)
        const platformMessageId = id(`m${which}`)
        const sentAt = new Date(Date.UTC(2026, 10, isNextDay ? 18 : 17, 8, isLate ? (which * 7) % 8 : 10 + time))
        const edit = () => editMessage(deps, { place, platformMessageId, text, editedAt: new Date(Date.UTC(2026, 10, 19, 8, time)) })
        if (what === 'say') await person.say(text, sentAt, { place, id: platformMessageId })
        else if (what === 'edit') await edit()
        else if (what === 'delete') await deleteMessage(deps, place, platformMessageId)
        else if (what === 'reassign') {
          const timezone = isNextDay ? 'Pacific/Honolulu' : 'Asia/Tokyo'
          await store.transaction((tx) => reassignDays(tx, person.threadId, { timezone, now: sentAt }))
        } else if (what === 'search') await indexThread(deps, person.threadId)
        else if (what === 'answer' || what === 'summarize' || what === 'forget' || what === 'erase' || what === 'move') {
          const [message] = await store.db.message.findMany({ where: { threadId: person.threadId, platformMessageId } })
          if (message) await changeStored(store, person, { what, message: message as unknown as Message, text })
        } else if (what === 'chunk') await updateIndex(deps, person.threadId)
        else if (what === 'chunk meanwhile') await Promise.all([updateIndex(deps, person.threadId), edit()])
        else await Promise.all([updateIndex(deps, person.threadId), updateIndex(deps, person.threadId)])
      }
      await updateIndex(deps, person.threadId)
      const rows = await expectAsMadeOnce(store, person.threadId)
      const messages = await store.db.message.findMany({ where: { threadId: person.threadId } })
      const placeOf = new Map(messages.map((message) => [message.id, `${message.segmentId} ${message.audience}`]))
      for (const { segmentId, audience, messageIds } of rows)
        expect(new Set(messageIds.map((id) => placeOf.get(id)))).toEqual(new Set([`${segmentId} ${audience}`]))
      expect(new Set(rows.flatMap(({ messageIds }) => messageIds))).toEqual(
        new Set(messages.filter((message) => message.text !== '').map((message) => message.id)),
      )
    }),
    { numRuns: runs(60), interruptAfterTimeLimit: 60_000 },
  )
}, 240_000)
