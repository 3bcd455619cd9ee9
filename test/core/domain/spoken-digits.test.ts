import { describe, expect, test } from 'vitest'
import { findSpokenNumbers, hideSpokenNumbers } from '../../../src/core/domain/spoken-digits.ts'

const digitsOf = (...texts: string[]) => findSpokenNumbers(texts).map(({ digits }) => digits)

describe('spoken digits', () => {
  test.each([
    ['figures', 'It is 274 905.'],
    ['figures with marks', '2-7-4, 9 0 5'],
    ['English', 'two seven four, nine oh five'],
    ['German', 'zwo sieben vier neun null fünf'],
    ['French', 'deux sept quatre neuf zéro cinq'],
    ['Spanish', 'dos siete cuatro nueve cero cinco'],
    ['Italian', 'due sette quattro nove zero cinque'],
    ['Portuguese', 'dois sete quatro nove zero cinco'],
    ['Russian', 'два семь четыре девять ноль пять'],
    ['Japanese', '二七四九〇五です'],
    ['Chinese', '密码是二七四九零五'],
    ['wide figures', '２７４９０５'],
  ])('are read in %s', (_language, text) => {
    expect(digitsOf(text)).toContain('274905')
  })

  test('go on in the next text', () => {
    expect(digitsOf('It is 2 7 4', '9 0 5, thanks')).toContain('274905')
    expect(digitsOf('It is 2 7 4 I think', '9 0 5, thanks')).not.toContain('274905')
  })

  test('are no part of a longer number', () => {
    expect(digitsOf('1 274905')).not.toContain('274905')
  })

  test('are hidden wherever they were spoken', () => {
    const texts = ['My PIN: two seven four', 'nine oh five. And 2 apples.']
    const numbers = findSpokenNumbers(texts).filter(({ digits }) => digits === '274905')
    expect(hideSpokenNumbers(texts, numbers)).toEqual(['My PIN: ***', '***. And 2 apples.'])
  })
})
