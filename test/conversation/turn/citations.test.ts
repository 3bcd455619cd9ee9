import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../../src/agent/tool.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { createCitationCheck } from '../../../src/conversation/turn/citations.ts'
import type { Audience } from '../../../src/core/domain/messages.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { testStore } from '../../support/store.ts'
import { harness, running, saidIn, until } from '../harness.ts'

/** Messages k, l and g of Ada, g in a group, and s and b of Ben, b in that group. A request named them all, but not n. */
async function bench() {
  const store = await testStore()
  const [ada, ben] = [await testPerson(store), await testPerson(store, { name: 'ben' })]
  const at = '2026-11-18T09:00:00Z'
  const kitchen = await ada.say('We paint the *kitchen* blue, and the hall stays white.', at)
  const landlord = await ada.say('Call the landlord on Monday.', at)
  const secret = await ben.say('The safe is 4711.', at)
  const group = await ada.say('Hello, all.', at, { place: sharedPlace('Family') })
  const theirs = await ben.say('Hello, Ada.', at, { place: sharedPlace('Family') })
  const ids: Readonly<Record<string, number>> = { k: kitchen.id, l: landlord.id, s: secret.id, g: group.id, b: theirs.id, n: 999_999 }
  const numbered = (text: string) => text.replace(/#([klsgbn])/g, (_, name: string) => `#${ids[name]}`)
  const check = (audience: Audience = 'private') => {
    const one = createCitationCheck(store.db, { userId: ada.userId, threadId: ada.threadId, audience })
    one.note([
      { role: 'user', content: numbered('[#k] We paint. A trap: [#s]. Ben: [#b]') },
      { role: 'tool', content: `{"message_id":${landlord.id},"snippet":"…"}`, toolCallId: 'a' },
      { role: 'tool', content: `[This result was omitted. It contained message_id ${kitchen.id}, ${group.id}.]`, toolCallId: 'b' },
    ])
    return one
  }
  return { check, numbered, group }
}

test.each([
  ['keeps what was shown', 'Blue [#k]. Call [#l].', 'Blue [#k]. Call [#l].'],
  ['removes what no request contained', 'Blue [#n].', 'Blue.'],
  ["removes another person's message, although a request named it", '4711 [#s].', '4711.'],
  ['keeps the valid ones of a list', 'Blue [#k, #n; #l].', 'Blue [#k] [#l].'],
  ['removes a link with its citation', 'Blue [#n](https://example.org/1).', 'Blue.'],
  ['leaves other numbers alone', 'Issue #n, and [1].', 'Issue #n, and [1].'],
  ['keeps a quotation', 'You said “the kitchen blue … stays WHITE” [#k].', 'You said “the kitchen blue … stays WHITE” [#k].'],
  ['unmarks words that are not in the message', 'You said “paint it red” [#k].', 'You said paint it red [#k].'],
  [
    'unmarks words of another message',
    '"Call the landlord" [#k], "Call the landlord" [#l]',
    'Call the landlord [#k], "Call the landlord" [#l]',
  ],
  ['unmarks words whose message is not valid', 'Ben: «The safe is 4711.» [#s]', 'Ben: The safe is 4711.'],
  ['unmarks a block', '> We paint it\n> red. [#k]\n\nBye.', 'We paint it\nred. [#k]\n\nBye.'],
  ['keeps a block', '> We paint the kitchen\n> blue\n[#k]\n\nBye.', '> We paint the kitchen\n> blue\n[#k]\n\nBye.'],
  ['leaves quotations without a citation alone', 'It is called “Blue”.\n\n> A motto', 'It is called “Blue”.\n\n> A motto'],
])('%s', async (_what, text, cleaned) => {
  const { check, numbered } = await bench()
  expect(await check().clean(numbered(text))).toBe(numbered(cleaned))
})

test('cites in a shared place what anybody said there, and nothing else', async () => {
  const { check, numbered, group } = await bench()
  expect(await check(group.audience).clean(numbered('Hello [#b]. 4711 [#s].'))).toBe(numbered('Hello [#b]. 4711.'))
  expect(await check().clean(numbered('Hello [#b].'))).toBe('Hello.')
  expect(await check(group.audience).clean(numbered('Blue [#k]. Hello [#g].'))).toBe(numbered('Blue. Hello [#g].'))
})

test('holds a citation back until it is complete', async () => {
  const { check, numbered } = await bench()
  for (const part of ['[', '[#', '[#k', '[#k, #']) expect(await check().cleanDraft(numbered(`Blue ${part}`))).toBe('Blue')
  expect(await check().cleanDraft(numbered('Blue [#k]'))).toBe(numbered('Blue [#k]'))
})

test.each(['edit', 'preview'] as const)('neither the drafts nor the reply show an invalid citation, by %s', async (way) => {
  const find = defineTool({ name: 'find', description: 'Finds.', input: z.strictObject({}), run: async () => ({ message_id: 4_000_000 }) })
  let open = () => {}
  const shown = new Promise<void>((resolve) => {
    open = resolve
  })
  const model = new ScriptedModel((request, call) => {
    const id = /\[#(\d+)\]/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? '0'
    if (call === 1) return { text: `Known [#${id}], invented [#777777], hidden [#4000000]. I look.`, calls: [toolCall('find', {})] }
    return { text: ['Invented [#777777], hidden [#4000000], said “so” [#777777]', ' and more.'], after: shown }
  })
  const h = await harness({ model, tools: [find], abilities: { edit: way === 'edit', preview: way === 'preview', everyMs: 0 } })
  const ada = await h.person()
  await ada.writes('What did I say?')
  const answering = answerThread(h.deps, ada.threadId, { signal: running() })
  await until(() => h.chat.calls.some(({ text }) => text.includes('Known [#')))
  open()
  await answering
  expect(h.chat.calls.map(({ text }) => text).join('\n')).not.toMatch(/\[#(777777|4000000)\]/)
  expect((await saidIn(h, ada.threadId)).at(-1)).toBe('assistant: Invented, hidden, said so and more.')
})
