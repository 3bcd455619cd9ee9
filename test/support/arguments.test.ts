import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { parseArguments, type ScriptName } from './arguments.ts'

const names: readonly ScriptName[] = ['bench', 'continuity', 'eval', 'faults']

test.each(names)('%s says how it is called, and takes no unknown option', (name) => {
  expect(packageJson.scripts[name]).toBe(name === 'bench' ? 'node scripts/bench.mjs' : `tsx test/${name}/run.ts`)
  expect(parseArguments(name, ['--help'])).toMatchObject({ exitCode: 0, text: expect.stringMatching(`^npm run ${name}\\b`) })
  expect(parseArguments(name, ['--no-such-thing'])).toMatchObject({ exitCode: 2, text: expect.stringContaining("'--no-such-thing'") })
})

test.each<readonly [ScriptName, readonly string[]]>([
  ['bench', ['everything']],
  ['bench', ['0']],
  ['eval', ['folder']],
  ['faults', ['0']],
  ['faults', ['1000', '4', '2']],
])('%s does not take %j', (name, args) => {
  expect(parseArguments(name, args)).toMatchObject({ exitCode: 2, text: expect.stringContaining(`\nnpm run ${name}`) })
})

test.each<readonly [ScriptName, readonly string[]]>([
  ['bench', []],
  ['bench', ['platforms']],
  ['bench', ['1000000']],
  ['continuity', ['32000', 'good']],
  ['eval', ['folder', 'runs.jsonl', 'builtin']],
  ['faults', ['1000', '4']],
  ['faults', ['32', 'merges']],
  ['faults', ['merges']],
])('%s takes %j', (name, args) => {
  expect(parseArguments(name, args)).toEqual(args)
})
