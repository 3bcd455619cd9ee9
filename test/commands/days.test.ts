import { expect, test } from 'vitest'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test('/days lists the latest fourteen, newest first, with their messages and a mark for a summary', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  for (let day = 1; day <= 17; day++) {
    const said = await person.say('Hello', `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`)
    if (day === 17) await person.answer(said, 'Hello to you')
  }
  await give(person, '/resummarize yesterday')

  const { text } = await give(person, '/days')
  const lines = text.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toHaveLength(14)
  expect(lines.slice(0, 2)).toEqual(['- Tuesday 17 November 2026 (yesterday) · 2 messages · ✓', '- Monday 16 November 2026 · 1 message'])
  expect(text).toContain('/summary 2026-11-17')
})

test('/days without any says how to begin; a day of commands alone is none', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const { text } = await give(await testPerson(store), '/days')
  expect(text).toBe('There are no days yet. Write to me, and today will be the first.')
})
