import { expect, test } from 'vitest'
import { demoConversation } from '../../src/samples/conversation.ts'
import { sampleMemories } from '../../src/samples/memories.ts'

test('each memory of the samples was learned from one of their messages, which the user wrote', () => {
  const messages = demoConversation(new Date('2026-11-18T22:30:00Z'), 'Europe/Paris')
  for (const { learnedFrom } of sampleMemories)
    expect(messages.filter(({ role, text }) => role === 'user' && text.startsWith(learnedFrom))).toHaveLength(1)
})
