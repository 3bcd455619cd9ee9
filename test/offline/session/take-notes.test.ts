import { describe, expect, test } from 'vitest'
import { countWords } from '../../../src/core/lib/cut-to-words.ts'
import { bot, offlineNotes, type Said, sessionOf } from '../../support/session-notes.ts'

const notesOf = (said: readonly Said[], language = 'en') => offlineNotes(sessionOf(said, [], language))

describe('the tone', () => {
  test.each([
    ['en', "I'm so happy, we got the flat!", 'glad'],
    ['en', "I'm worried about the deposit.", 'worried'],
    ['de', 'Der Vermieter nervt, ich bin echt genervt.', 'genervt'],
    ['fr', 'Je suis épuisée ce soir.', 'fatigué'],
    ['es', 'Estoy preocupada por la fianza.', 'preocupado'],
    ['it', 'Sono stanca morta.', 'stanco'],
    ['pt', 'Estou muito feliz com o apartamento.', 'contente'],
    ['ru', 'Я волнуюсь из-за экзамена.', 'тревога'],
    ['ja', '試験のことが心配です。', '心配'],
    ['zh', '我很担心考试。', '担心'],
  ])('%s: %s', async (language, text, tone) => {
    expect((await notesOf([text], language)).tone).toBe(tone)
  })

  test.each([
    "I'm not worried about the deposit.",
    'Are you worried?',
    'The train leaves at nine.',
    'He wrote: "I am furious"',
    'If it fails I will be so sad.',
  ])('is absent: %s', async (text) => {
    expect((await notesOf([text])).tone).toBeUndefined()
  })

  test('is in the language of the user', async () => {
    expect((await notesOf(["I'm worried about the deposit."], 'fr')).tone).toBe('inquiet')
  })
})

test('names are those of people and things, without weekdays and beginnings of sentences', async () => {
  const { names } = await notesOf([
    'Yesterday I called Jonas about the flat on Cours Gambetta.',
    'He said Tuesday is fine. Jonas likes English tea.',
  ])
  expect(names.map(({ kind, name, messageId }) => [kind, name, messageId])).toEqual([
    ['person', 'Jonas', 101],
    ['thing', 'Cours Gambetta', 101],
  ])
})

test('German nouns are no names', async () => {
  const { names } = await notesOf(['Ich habe mit Jonas den Vertrag für die Wohnung in Leipzig gelesen.'], 'de')
  expect(names.map(({ name }) => name)).toEqual(['Jonas', 'Leipzig'])
})

test('moments are decisions, what was done and what tells much, at most five, in order', async () => {
  const said = [
    'I need to send the quote.',
    bot('Good.'),
    'Quote sent! 5,360 in total.',
    'Decided: 340 a spread, 600 for the cover.',
    'ok',
    'hm',
  ]
  const { moments } = await notesOf(said)
  expect(moments).toEqual([
    { text: 'Quote sent! 5,360 in total.', messageId: 103 },
    { text: 'Decided: 340 a spread, 600 for the cover.', messageId: 104 },
  ])
  const many = await notesOf(Array.from({ length: 9 }, (_, index) => `We decided to paint room ${index + 1} blue for ${index}00 euros.`))
  expect(many.moments).toHaveLength(5)
})

test('the summary has at most 120 words', async () => {
  const said = Array.from(
    { length: 40 },
    (_, index) => `On ${index + 1} May I met Ann${index} in Paris and we paid ${index}00 euros for painting number ${index}.`,
  )
  const { summary } = await notesOf(said)
  expect(countWords(summary)).toBeLessThanOrEqual(120)
  expect(countWords(summary)).toBeGreaterThan(60)
})

test.each(['hi', '…', '```\ncode\n```', '> only a quotation'])('a session that tells nothing has notes: %s', async (text) => {
  expect(await notesOf([text])).toMatchObject({ summary: expect.stringMatching(/\S/), newLoops: [], closings: [] })
})
