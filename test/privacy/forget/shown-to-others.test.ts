import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { storedRows } from '../../e2e/attacks/rows.ts'
import { handle, message, press, storedAs, type TestApp, testApp } from '../../support/app.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { emptyStore } from '../../support/store.ts'
import { citingModel } from '../../support/summaries.ts'

const run = { signal: new AbortController().signal, attempt: 1, last: true }
const office = sharedPlace('the office')

let app: TestApp
/** The model waits for it before it answers. */
let held: Promise<void> | undefined
/** Whether the model searches before it answers. */
let searches = true

const chat = new ScriptedModel(({ messages }) =>
  messages.at(-1)?.role === 'tool' || !searches
    ? { text: 'I see.', ...(held && { after: held }) }
    : { calls: [toolCall('conversation_search', { query: 'badger' })] },
)

beforeAll(async () => {
  app = await testApp({ chat, summary: citingModel() })
  return async () => {
    await app.page.close()
    await app.close(0)
  }
})

beforeEach(async () => {
  await emptyStore(app.store)
  app.sent.length = 0
  held = undefined
  searches = true
})

async function say(by: string, text: string, place: PlaceRef = office): Promise<Message> {
  const event = message(app, by, place, text)
  await handle(app, event)
  return storedAs(app, event)
}

/** The rows with what Ana said, apart from what Ben asks for. */
const traces = async () => (await storedRows(app.store)).filter(({ text }) => text.includes('woodpile')).map(({ text }) => text)

async function runDeletions(): Promise<void> {
  for (const { id } of await app.store.db.forgetRequest.findMany({ where: { state: 'confirmed' } }))
    await app.handlers.forget({ forgetRequestId: id as never }, run)
}

async function forget(words: string): Promise<void> {
  await handle(app, message(app, 'ana', directPlace('ana'), `/forget ${words}`))
  await handle(app, press(app, 'ana', directPlace('ana'), app.sent.at(-1)?.buttons?.[0]?.action ?? ''))
  await runDeletions()
}

const ways: Readonly<Record<string, (said: Message) => Promise<void>>> = {
  'its number': ({ id }) => forget(`#${id}`),
  'its words': () => forget('woodpile'),
  everything: () => forget('everything'),
  async 'the platform'({ platformMessageId }) {
    await app.inbox({ type: 'deletion', place: office, id: platformMessageId ?? ('' as never) })
    await runDeletions()
  },
}

test.each(Object.keys(ways))('what others were shown of a message in a shared place is deleted with it, by %s', async (way) => {
  await say('ana', 'Hello.', directPlace('ana'))
  await say('ben', 'Hello.', directPlace('ben'))
  searches = false
  const said = await say('ana', 'The badger sleeps behind the woodpile.')
  searches = true
  const asked = message(app, 'ben', office, 'Where is the badger?')
  await handle(app, asked)
  await handle(app, message(app, 'ben', office, '/find badger'))
  await handle(app, message(app, 'ben', office, `/open ${said.id}`))
  await handle(app, message(app, 'ben', office, '/days'))
  const bens = { threadId: (await storedAs(app, asked)).threadId, deletedAt: null }
  const count = (where: object) => app.store.db.message.count({ where: { ...bens, ...where } })
  expect(await count({ text: { contains: 'woodpile' }, role: { in: ['tool', 'system'] } })).toBe(3)
  expect(await count({ kind: 'notice' })).toBe(4)

  await ways[way]?.(said)
  expect(await traces()).toEqual([])
  // What shows nothing of it stays: the question for the timezone, and the list of days.
  expect(await count({ kind: 'notice' })).toBe(2)
  expect(await count({ kind: 'chat', role: 'user' })).toBe(2)
  await handle(app, message(app, 'ben', office, '/find woodpile'))
  expect(app.sent.at(-1)?.text).toMatch(/^I found nothing/)
})

test('a reply that is being written in the place is regenerated, without what was deleted', async () => {
  searches = false
  const said = await say('ana', 'The badger sleeps behind the woodpile.')
  await say('ben', 'Hello.')
  const asked = message(app, 'ben', office, 'Where is the badger?')
  await app.inbox(asked)
  const { threadId } = await storedAs(app, asked)
  let open = () => {}
  held = new Promise((resolve) => {
    open = resolve
  })
  const before = chat.requests.length + 1
  const answering = app.handlers['answer-thread']({ threadId }, run)
  await chat.called(before)
  expect(JSON.stringify(chat.requests.at(-1))).toContain('woodpile')
  await ways['the platform']?.(said)
  open()
  await answering
  const later = chat.requests.slice(before)
  expect(later.length).toBeGreaterThan(0)
  expect(JSON.stringify(later)).not.toContain('woodpile')
  expect(await app.store.db.message.count({ where: { threadId, pending: true } })).toBe(0)
  expect(await traces()).toEqual([])
})
