import { expect, test } from 'vitest'
import { findLatestTopic } from '../../src/threads/thread.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test('/fresh begins a new topic at the command, in the thread of the person alone, and deletes nothing', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const said = await ana.say('the old topic', '2026-11-18T08:30:00Z')
  expect(await findLatestTopic(store.db, ana.threadId)).toBeUndefined()

  expect((await give(ana, '/fresh')).text).toMatch(/^A new topic starts here\. Earlier messages are kept, [^.]+\.$/)
  const command = await store.db.message.findFirstOrThrow({ where: { threadId: ana.threadId, kind: 'command' } })
  expect(await findLatestTopic(store.db, ana.threadId)).toMatchObject({
    freshSeq: command.changeSeq,
    sentAt: command.sentAt,
    id: command.id,
  })
  expect(await findLatestTopic(store.db, bo.threadId)).toBeUndefined()
  expect(await store.db.message.findUniqueOrThrow({ where: { id: said.id } })).toMatchObject({ text: 'the old topic', deletedAt: null })

  await give(ana, '/fresh')
  expect((await findLatestTopic(store.db, ana.threadId))!.id).toBeGreaterThan(command.id)
})
