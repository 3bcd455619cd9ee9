import { expect, test } from 'vitest'
import { beginningOf, excerptOf, topicOf } from '../../../src/core/lib/excerpt.ts'

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

test.each([
  ['## Chairs\n\nWe take **oak** [#1, #2].\n\n- The legs first\n\n```\nlegs()\n```', 'Chairs We take oak. The legs first legs()'],
  ['word '.repeat(50), `${'word '.repeat(23)}word…`],
  ['---', ''],
])('the beginning of a text is one line without markup', (text, beginning) => {
  expect(beginningOf(text, 120)).toBe(beginning)
})
