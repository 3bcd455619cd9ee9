import { describe, expect, it } from 'vitest'
import { isQuestion } from '../../../src/search/query/intent-cues.ts'
import { askedAndStated } from '../../support/questions.ts'

describe.each(Object.entries(askedAndStated))('in %s', (_, { questions, statements }) => {
  it.each(questions)('a question: %s', (text) => expect(isQuestion(text)).toBe(true))
  it.each(statements)('a statement: %s', (text) => expect(isQuestion(text)).toBe(false))
})
