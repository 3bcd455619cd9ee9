import { expect, test } from 'vitest'
import { countCommonPrefix, countWindow, type SentBody } from './model-server.ts'

const countCharacters = (text: string): number => text.length

const body = (contents: readonly string[], tools?: readonly unknown[]): SentBody => ({
  model: 'model',
  messages: contents.map((content) => ({ role: 'user', content })),
  ...(tools && { tools }),
  max_tokens: 100,
})

const framed = (content: string): number => `<user>\n${content}</>\n`.length

test('a request takes its tools, its messages and the reserved reply of the window', () => {
  const tool = { name: 'look_up' }
  expect(countWindow(body(['Hello', 'there']), countCharacters)).toBe(framed('Hello') + framed('there') + 100)
  expect(countWindow(body(['Hello'], [tool]), countCharacters)).toBe(JSON.stringify(tool).length + 1 + framed('Hello') + 100)
})

test('the common prefix ends with the first difference', () => {
  const before = body(['Hello', 'Monday', 'same'])
  expect(countCommonPrefix([before, body(['Hello', 'Mond'])], countCharacters)).toBe(framed('Hello') + '<user>\nMond'.length)
  expect(countCommonPrefix([before, before], countCharacters)).toBe(framed('Hello') + framed('Monday') + framed('same'))
})

test('different tools leave no common prefix', () => {
  expect(countCommonPrefix([body(['Hello'], ['a']), body(['Hello'], ['b'])], countCharacters)).toBe(1)
})
