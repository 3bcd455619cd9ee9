import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/agent/tool.ts'
import { createTools } from '../../src/agent/tools/index.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { ScriptedModel, toolCall } from '../support/scripted-model.ts'
import { toolParts } from '../support/tool-parts.ts'
import { harness, rowsOf, running, type Talker } from './harness.ts'

/** What memory holds and what the person was told, after something happened to a message before the model wrote it into memory. */
async function remembered(text: string, meanwhile: (ada: Talker, message: Message) => Promise<void>) {
  // Once it is asked again, it remembers what it is shown then.
  const model = new ScriptedModel((request, call) => {
    if (call === 1) return { calls: [toolCall('meanwhile', {})] }
    const last = request.messages.at(-1)
    if (last?.role === 'tool' && !last.content.includes('waited')) return { text: 'Noted.' }
    const shown = request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const content = call === 2 ? text : (/(Lives in \w+)/.exec(shown)?.[1] ?? 'nothing')
    return { calls: [toolCall('memory_add', { type: 'fact', content })] }
  })
  const h = await harness({ model })
  const ada = await h.person()
  const message = await ada.writes(text)
  const wait = defineTool({
    name: 'meanwhile',
    description: 'Something happens.',
    input: z.object({}),
    run: async () => {
      await meanwhile(ada, message)
      return 'waited'
    },
  })
  const parts = { ...h.deps, tools: [wait, ...createTools(toolParts(h.store, h.clock))] }
  await answerThread(parts, ada.threadId, { signal: running() })
  const items = await h.store.db.memoryItem.findMany({ orderBy: { id: 'asc' } })
  const told = (await rowsOf(h, ada.threadId)).filter(({ kind, text }) => kind === 'notice' && text.startsWith('I will remember'))
  return { items: items.map(({ content }) => content), told: told.map((row) => row.text) }
}

test('what is said is remembered, and told', async () => {
  expect(await remembered('Lives in Bern', async () => {})).toEqual({
    items: ['Lives in Bern'],
    told: ['I will remember:\n> Lives in Bern'],
  })
})

test('a message that is deleted while it is answered is not remembered', async () => {
  expect(await remembered('Lives in Bern', (ada, message) => ada.deletes(message))).toEqual({ items: [], told: [] })
})

test('a message that is edited while it is answered is remembered as it reads then', async () => {
  expect(await remembered('Lives in Bern', (ada, message) => ada.edits(message, 'Lives in Basel'))).toEqual({
    items: ['Lives in Basel'],
    told: ['I will remember:\n> Lives in Basel'],
  })
})
