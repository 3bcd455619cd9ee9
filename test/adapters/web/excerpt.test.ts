import { expect, test } from 'vitest'
import { excerptOf } from '../../../adapters/web/views/excerpt.ts'

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
