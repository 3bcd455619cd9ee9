import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { catalogueLanguages } from '../../src/core/messages/messages.ts'
import { sourceFiles } from './source.ts'

const files = sourceFiles(['src', 'adapters'])

/** Type names by the files that declare them. */
function declaredTypes(): Map<string, string[]> {
  const declared = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm))
      declared.set(name, [...(declared.get(name) ?? []), path])
  return declared
}

test('no type name is declared twice', () => {
  expect([...declaredTypes()].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('types are nouns, and dependencies are called Deps', () => {
  const participle =
    /^(Asked|Said|Told|Found|Settled|Held|Begun|Written|Noticed|Meant|Given|Kept|Left|Taken|Made|Done|Wanted|Owed|Shown|Listed|Sent)$/
  const wrong = /Parts$|Manager|Helper|Util/
  expect([...declaredTypes().keys()].filter((name) => participle.test(name) || wrong.test(name))).toEqual([])
})

/** Folders that hold many files of one kind. */
const collections = [
  ...['src/commands', 'src/agent/tools', 'adapters/web/pages', 'adapters/web/routes'],
  ...catalogueLanguages.map((language) => `src/core/messages/${language}`),
]

test('no folder holds more than 15 files, unless they are of one kind', () => {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([folder, count]) => count > 15 && !collections.includes(folder))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([])
})
