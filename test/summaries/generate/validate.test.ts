import { describe, expect, test } from 'vitest'
import { allTranslators } from '../../../src/core/messages/messages.ts'
import { renderSummary } from '../../../src/summaries/generate/template.ts'
import { validateSummary } from '../../../src/summaries/generate/validate.ts'

const citable = new Set([1, 2, 3])

const plainAnswer = `## Summary
We planned the trip [#1].

## Goals
- None

## Decisions
- Take the train [#1]

## Open loops
- Book a room [#2] [#3]

## Next steps
- None`

const stored = (answer: string, language = 'en') => {
  const checked = validateSummary(answer, citable)
  expect(checked.missingSections).toEqual([])
  return renderSummary(checked.content, language)
}

test('a summary in the template is stored as it is', () => {
  expect(stored(plainAnswer)).toBe(plainAnswer)
})

describe('what models put around and into it', () => {
  test.each([
    ['code fences', `\`\`\`markdown\n${plainAnswer}\n\`\`\``],
    ['an introduction', `Sure! Here is the summary:\n\n${plainAnswer}`],
    ['thoughts', `<think>## Goals\n- nonsense [#1]</think>\n${plainAnswer}`],
    ['other heading levels', plainAnswer.replaceAll('## ', '#### ')],
    ['bold headings', plainAnswer.replace(/^## (.*)$/gm, '**$1:**')],
    ['headings in capitals', plainAnswer.replace(/^## (.*)$/gm, (heading) => heading.toUpperCase())],
    ['numbered headings', plainAnswer.replace(/^## /gm, '## 1. ')],
    ['bare headings with a colon', plainAnswer.replace(/^## (.*)$/gm, '$1:')],
    ['other bullets', plainAnswer.replace(/^- /gm, '* ')],
    ['numbered bullets', plainAnswer.replace(/^- /gm, '1. ')],
    ['several ids in one citation', plainAnswer.replace('[#2] [#3]', '[#2, #3]')],
    ['citations without a space', plainAnswer.replace('[#2] [#3]', '[#2][#3]')],
    ['citations as links', plainAnswer.replace('[#2] [#3]', '[#2](https://example.test/2) [#3](#3)')],
    ['citations before the full stop', plainAnswer.replace('train [#1]', 'train [#1]').replace('Book a room [#2]', 'Book [#2] a room')],
    ['Windows line ends', plainAnswer.replaceAll('\n', '\r\n')],
    ['empty lists', plainAnswer.replaceAll('- None', '')],
    ['another word for none', plainAnswer.replaceAll('- None', '- N/A.')],
    ['a bullet over two lines', plainAnswer.replace('Take the train', 'Take\n  the train')],
    ['another section at the end', `${plainAnswer}\n\n## Notes\n- I made this up [#1]`],
    ['sections in another order', plainAnswer.replace(/(## Goals\n- None\n\n)(## Decisions\n.*\n\n)/, '$2$1')],
  ])('%s', (_what, answer) => {
    expect(stored(answer)).toBe(plainAnswer)
  })
})

test('headings are taken in the language and in English, and stored in the language', () => {
  expect(stored(plainAnswer, 'fr')).toContain('## Décisions\n- Take the train [#1]')
  expect(stored(plainAnswer.replace('## Decisions', '## DECISIONS').replace('Open loops', 'Points en suspens'), 'fr')).toContain(
    '## Points en suspens\n- Book a room [#2] [#3]\n\n## Prochaines étapes\n- Aucun',
  )
})

test('headings without their accents are understood', () => {
  expect(stored(plainAnswer.replace('## Summary', '## Resume').replace('## Goals', '**Objectifs :**'), 'fr')).toContain(
    '## Résumé\nWe planned the trip [#1].\n\n## Objectifs\n- Aucun',
  )
})

test('the spaces that belong to the language stay', () => {
  expect(stored(plainAnswer.replace('Book a room [#2] [#3]', 'À faire : réserver ? Oui ! [#2] [#3]'))).toContain(
    '- À faire : réserver ? Oui ! [#2] [#3]',
  )
})

test('a language without a catalogue keeps its texts under English headings', () => {
  expect(stored(plainAnswer, 'ko')).toBe(plainAnswer)
})

test('headings and empty lists are understood in every language of the catalogue, and in Dutch', () => {
  const headings = [...plainAnswer.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const keys = ['summary.summary', 'summary.goals', 'summary.decisions', 'summary.openLoops', 'summary.nextSteps'] as const
  const dutch = ['Samenvatting', 'Doelen', 'Beslissingen', 'Openstaande punten', 'Volgende stappen', 'Geen']
  const written = allTranslators.map((translate) => [...keys.map((key) => translate(key)), translate('summary.none')])
  for (const words of [...written, dutch]) {
    const answer = [...headings, 'None'].reduce((text, word, index) => text.replaceAll(word, words[index] ?? ''), plainAnswer)
    expect(stored(answer)).toBe(plainAnswer)
  }
})

test('bullets with a wrong or missing citation are dropped; of several citations the right ones stay', () => {
  const { content, droppedCount } = validateSummary(
    plainAnswer
      .replace('- Take the train [#1]', '- Take the train [#99]\n- Go by car\n- Take the bus [#1, #99]')
      .replace('We planned the trip [#1].', 'We planned [#99] the trip [#1, #98].'),
    citable,
  )
  expect(content.lists.decisions).toEqual([{ text: 'Take the bus', sourceIds: [1] }])
  expect(droppedCount).toBe(2)
  expect(content.narrative).toBe('We planned the trip [#1].')
})

test('a narrative line that begins with the name of a section is no heading', () => {
  const { content } = validateSummary(plainAnswer.replace('We planned', 'Decisions were made, goals set.\nWe planned'), citable)
  expect(content.narrative).toBe('Decisions were made, goals set.\nWe planned the trip [#1].')
})

test('a missing section and an empty narrative are told', () => {
  expect(validateSummary(plainAnswer.replace('## Open loops', '## Other'), citable).missingSections).toEqual(['openLoops'])
  expect(validateSummary(plainAnswer.replace('We planned the trip [#1].', ''), citable).missingSections).toEqual(['summary'])
  expect(validateSummary('', citable).missingSections).toHaveLength(5)
})
