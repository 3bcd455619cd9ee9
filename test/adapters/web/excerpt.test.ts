import { expect, test } from 'vitest'
import { excerptOf, topicOf } from '../../../adapters/web/views/excerpt.ts'

test.each([
  ['**Summary of Tuesday**\n\n## Goals\n- None', 'Summary of Tuesday'],
  ['---\n\n## Goals\n- None', 'Goals'],
  ['> - **Oak** for the _frames_', 'Oak for the frames'],
  ['Set `OPENAI_API_KEY` and __start__', 'Set OPENAI_API_KEY and start'],
  ['-5 degrees', '-5 degrees'],
  ['#12 is wrong', '#12 is wrong'],
  ['👍', '👍'],
  ['**اجتمعت** اليوم', 'اجتمعت اليوم'],
  [' \n', ''],
])('the excerpt of %j is %j', (text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})

test('a long line is cut', () => {
  expect(excerptOf('word '.repeat(50)).length).toBeLessThanOrEqual(100)
})

test.each([
  ['## Summary\nThe **wood** was chosen [#1, #2]. Then it rained.\n\n## Goals\n- None', 'The wood was chosen'],
  ['## Decisions\n- Oak for the frames [#3]', 'Oak for the frames'],
  ['## 要約\n木材を選んだ。雨が降った。', '木材を選んだ'],
  [`## Summary\n${'long '.repeat(30)}`, `${'long '.repeat(11)}long…`],
  ['## Summary', ''],
])('the topic of a day is the first sentence of its summary: %s', (summary, topic) => {
  expect(topicOf(summary)).toBe(topic)
})
