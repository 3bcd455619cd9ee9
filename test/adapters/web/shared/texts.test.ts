import { expect, test } from 'vitest'
import { findPageLanguage } from '../../../../adapters/web/pages/language.tsx'
import { countSteps, scriptTexts } from '../../../../adapters/web/pages/script-texts.ts'
import { formatAge } from '../../../../adapters/web/shared/format-age.ts'
import { fillText } from '../../../../adapters/web/shared/script-texts.ts'
import type { LanguageCode } from '../../../../src/core/domain/languages.ts'

const inLanguage = (code: string) => findPageLanguage(code as LanguageCode)

test('steps are counted by their kinds, in the order in which the kinds came, with the plurals of the language', () => {
  expect(countSteps(inLanguage('en'), ['search', 'message', 'message'])).toBe('Looked up: 1 search, 2 messages')
  expect(countSteps(inLanguage('ru'), ['search', 'search', 'search', 'search', 'search'])).toContain('5 ')
  const one = countSteps(inLanguage('ru'), ['message'])
  expect(countSteps(inLanguage('ru'), Array<'message'>(5).fill('message'))).not.toBe(one.replace('1', '5'))
})

test('values stand where a text names them', () => {
  expect(fillText('{what} of {all}, {what}', { what: '1', all: '2' })).toBe('1 of 2, 1')
  expect(scriptTexts(inLanguage('de')).texts['page.script.search']).toContain('{words}')
})

test('ages are rounded down, to minutes, hours and days', () => {
  const ages = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const age = (minutes: number) => formatAge(minutes * 60_000, ages, 'just now')
  expect([0.9, 1, 59.9, 60, 1_439, 1_440, 2_880].map(age)).toEqual([
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '2 days ago',
  ])
})
