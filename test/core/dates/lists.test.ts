import { describe, expect, test } from 'vitest'
import { dateLists } from './lists/index.ts'
import { readRanges } from './read-ranges.ts'

describe.each(Object.entries(dateLists))('%s', (_, { days, none }) => {
  test.each(Object.entries(days))('%s', (text, range) => {
    expect(readRanges(text)).toEqual([range])
  })

  test.each(none)('none in: %s', (text) => {
    expect(readRanges(text)).toEqual([])
  })
})
