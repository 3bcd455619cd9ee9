import { expect, test } from 'vitest'
import { allTranslators, translatorOf, translatorOfLocale } from '../../../src/core/messages/messages.ts'

test.each(['{name}', "it's '{quoted}'", '<b>#{id}</b>', '{a, plural, other {#}}', '\\', '$& $1', '\u202Eמפתח'])(
  'what a value contains is shown as it is, in every language: %s',
  (name) => {
    for (const translate of allTranslators) {
      expect(translate('command.notADay', { value: name })).toContain(name)
      expect(translate('exportFile.title', { name })).toContain(name)
    }
  },
)

test('a missing value is an error, and not a gap in a sentence', () => {
  expect(() => translatorOf('de')('command.notADay')).toThrow(/value/)
})

test('a locale that is none is English', () => {
  for (const locale of [undefined, '', 'x', '../de', 'constructor', '__proto__', 'ar-EG'])
    expect(translatorOfLocale(locale).language).toBe('en')
  expect(translatorOfLocale('pt_BR').language).toBe('pt')
})
