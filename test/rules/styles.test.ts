import { expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source.ts'

const sheets = sourceFiles(['adapters/web/styles'], /\.css$/)
const tokens = sheets.find(({ path }) => path.endsWith('/tokens.css'))?.text ?? ''
const others = sheets.filter(({ path }) => !path.endsWith('/tokens.css'))

const withoutComments = ({ text }: SourceFile) => text.replace(/\/\*.*?\*\//gs, '')

/** What is found in the sheets besides the tokens, with the path. */
const findIn = (pattern: RegExp) =>
  others.flatMap((sheet) => [...withoutComments(sheet).matchAll(pattern)].map(([hit]) => `${sheet.path}: ${hit}`))

test('sizes and spaces are tokens; only the widths at which the layout changes cannot be', () => {
  const sizes = findIn(/[^\n]*\d(?:rem|pt|cm)\b[^\n]*/g)
  expect(sizes.filter((line) => !/@(?:media|container search) \(width < (?:56|28)rem\)/.test(line))).toEqual([])
  // Larger distances grow with the text.
  expect(findIn(/(?<![\d.])(?:1[2-9]|[2-9]\d|\d{3,})(?:\.\d+)?px/g)).toEqual([])
})

test('colors are tokens', () => {
  expect(findIn(/#[\da-f]{3,8}\b(?=[^{]*[;}])|\b(?:rgb|hsl|oklch|light-dark)\([^)]*\)/gi)).toEqual([])
})

test('there are at most seven sizes of type and eight of space', () => {
  const valuesOf = (name: string) =>
    new Set([...tokens.matchAll(new RegExp(`--${name}-[\\w]+: ([\\d.]+rem)`, 'g'))].map(([, value]) => value))
  expect(valuesOf('size').size).toBeOneOf([5, 6, 7])
  expect(valuesOf('space').size).toBe(8)
})

test('every token that is used exists, and every token is used', () => {
  const declared = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  const used = new Set(sheets.flatMap((sheet) => [...withoutComments(sheet).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)))
  expect([...used].filter((name) => !declared.has(name))).toEqual([])
  expect([...declared].filter((name) => !used.has(name))).toEqual([])
})

test('every sheet is imported into a layer, and none is longer than 300 lines', () => {
  const entry = sheets.find(({ path }) => path.endsWith('styles/page.css'))?.text ?? ''
  const imported = [...entry.matchAll(/@import "\.\/([\w/-]+\.css)" layer\(\w+\);/g)].map(([, path]) => `adapters/web/styles/${path}`)
  const found = sheets.map(({ path }) => path).filter((path) => !path.endsWith('styles/page.css'))
  expect(found.sort()).toEqual(imported.sort())
  expect(sheets.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([])
})

test('the classes of messages are styled only on messages, so that no other element shares their styles', () => {
  // The kinds and roles of messages are classes of theirs, and common words.
  const begins = /(?:^|[\s,>+~])\.(?:chat|command|notice|digest|draft|user|assistant|system|tool|gone)(?![\w-])/
  const withoutArguments = (selector: string) => selector.replace(/\((?:[^()]|\([^()]*\))*\)/g, '')
  expect(findIn(/[^{};]+(?=\{)/g).filter((selector) => begins.test(withoutArguments(selector)))).toEqual([])
})

test('what the root has is found by its full path, because the browser looks for anything else in every message of a day', () => {
  const asksRoot = /(?:html|:root|body)[^\s{,]*?:has\((?<asked>(?:[^()]|\([^()]*\))*)\)/g
  const asked = sheets.flatMap((sheet) =>
    [...withoutComments(sheet).matchAll(asksRoot)].flatMap(({ groups }) => groups?.['asked']?.split(',') ?? []),
  )
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((path) => !/^(?:\s*>\s*\S+)+\s*$/.test(path))).toEqual([])
})
