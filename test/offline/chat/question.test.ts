import { describe, expect, it } from 'vitest'
import { extractTopicStems, parseQuestion } from '../../../src/offline/chat/question.ts'

describe('what asks', () => {
  it.each([
    ['what did we decide last week', 'en', 'decisions'],
    ['Hey, which school did we settle on?', 'en', 'decisions'],
    ['remind me what we agreed about the rent', 'en', 'decisions'],
    ['What is still open?', 'en', 'open'],
    ['did i promise Ben anything', 'en', 'open'],
    ['what happened on Tuesday?', 'en', 'summary'],
    ['what did we discuss about the boiler?', 'en', 'anything'],
    ['when is the dentist', 'en', 'anything'],
    ["I can't find it. Where did I put the passport", 'en', 'anything'],
    ['qu’est-ce qu’on a décidé ?', 'fr', 'decisions'],
    ['Rappelle-moi ce que nous avons convenu pour le loyer', 'fr', 'decisions'],
    ['De quoi avons-nous parlé hier ?', 'fr', 'summary'],
    ['Qu’est-ce qui est en suspens ?', 'fr', 'open'],
    ['quand est le dentiste', 'fr', 'anything'],
    ['decisions last week', 'en', 'decisions'],
    ['Our goals for the autumn', 'en', 'goals'],
    ['Les décisions de la semaine dernière', 'fr', 'decisions'],
    ['Entscheidungen von gestern', 'de', 'decisions'],
    ['Was haben wir letzte Woche entschieden?', 'de', 'decisions'],
    ['was ist noch offen', 'de', 'open'],
    ['Worüber haben wir gestern gesprochen?', 'de', 'summary'],
    ['wann ist der Zahnarzttermin', 'de', 'anything'],
  ])('%s', (text, _language, focus) => {
    expect(parseQuestion(text)).toEqual({ text, focus })
  })
})

describe('what does not', () => {
  it.each([
    'The flat is ours.',
    'Remind me to call the landlady',
    'When I got home I slept',
    'What a day',
    'Decisions: the flat, and no car',
    'The decisions about the flat are hard',
    'How are you?',
    'Que du bonheur',
    'Wie gesagt, ich komme später',
    'ok',
    '',
    '👍',
  ])('%s', (text) => {
    expect(parseQuestion(text)).toBeUndefined()
  })
})

it('leaves of a question what it is about', () => {
  const topic = (text: string) => extractTopicStems({ text, focus: 'anything' })
  expect(topic('What did we decide about the canal flat last week?')).toEqual(['canal', 'flat'])
  expect(topic('Qu’est-ce qu’on a décidé pour le loyer la semaine dernière ?')).toEqual(['loyer'])
  expect(topic('What happened on Tuesday 2026-11-10, 8 days ago, with flight BA9?')).toEqual(['fligh', 'ba9'])
  expect(topic('What did we decide last week?')).toEqual([])
})
