import { describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../src/offline/chat/question.ts'
import { askedAndStated } from '../../support/questions.ts'

describe.each(Object.entries(askedAndStated))('in %s', (_, { questions, statements }) => {
  it.each(questions)('a question: %s', (text) => expect(parseQuestion(text)?.text).toBe(text))
  it.each(statements)('a statement: %s', (text) => expect(parseQuestion(text)).toBeUndefined())
})
