import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { type CommandName, parseArguments } from '../../src/cli/arguments.ts'
import { emptyFolder, root, run } from './process.ts'

/** Those that package.json has with a program of ours, and where that is. */
const scripts = new Map(
  Object.entries(packageJson.scripts).flatMap(([name, line]) => {
    const file = /^tsx (\S+)/.exec(line)?.[1]
    return file ? [[name as CommandName, file]] : []
  }),
)
const names = [...scripts.keys()]
const called = (name: CommandName) => (name === 'start' ? 'npm start' : `npm run ${name}`)

describe('the arguments of a command', () => {
  test.each(names)('%s says how it is called, in three lines at most', (name) => {
    const told = parseArguments(name, ['--help'])
    expect(told).toMatchObject({ exitCode: 0, text: expect.stringMatching(`^${called(name)}\\b`) })
    expect('text' in told && told.text.split('\n').length).toBeLessThanOrEqual(3)
  })

  test.each(names)('%s does not take an option that it does not know', (name) => {
    const told = parseArguments(name, ['--no-such-thing'])
    expect(told).toMatchObject({ exitCode: 2, text: expect.stringContaining("'--no-such-thing'") })
    expect('text' in told && told.text).toContain(`\n${called(name)}`)
  })

  test.each<readonly [CommandName, readonly string[]]>([
    ['start', ['now']],
    ['doctor', ['please']],
    ['ask', []],
    ['ask', [' ']],
    ['ask', ['-5 degrees, is that cold?']],
    ['import', []],
    ['import', ['jsonl']],
    ['import', ['csv', 'file']],
    ['import', ['jsonl', 'file', 'another']],
    ['import', ['jsonl', 'file', '--user']],
    ['embeddings', ['remove']],
    ['bench', ['everything']],
    ['bench', ['0']],
    ['faults', ['0']],
    ['faults', ['1000', '4', '2']],
    ['import', ['export']],
  ])('%s does not take %j', (name, args) => {
    expect(parseArguments(name, args)).toMatchObject({ exitCode: 2, text: expect.stringContaining(`\n${called(name)}`) })
  })

  test.each<readonly [CommandName, readonly string[], readonly string[]]>([
    ['ask', ['what', 'now?'], ['what', 'now?']],
    ['ask', ['--', '--help'], ['--help']],
    ['import', ['jsonl', 'a file', '--user', 'Ines'], ['jsonl', 'a file']],
    ['embeddings', ['rebuild'], ['rebuild']],
    ['bench', [], []],
    ['bench', ['platforms'], ['platforms']],
    ['bench', ['search'], ['search']],
    ['bench', ['cache'], ['cache']],
    ['bench', ['voice'], ['voice']],
    ['bench', ['1000000'], ['1000000']],
    ['faults', ['1000', '4'], ['1000', '4']],
    ['faults', ['32', 'merges'], ['32', 'merges']],
    ['faults', ['merges'], ['merges']],
  ])('%s takes %j', (name, args, texts) => {
    expect(parseArguments(name, args)).toEqual({ texts, values: name === 'import' ? { user: 'Ines' } : {} })
  })
})

test.each([...scripts])('%s reads its arguments: %s', async (name, file) => {
  const source = await readFile(join(root, file), 'utf8')
  if (file !== 'src/cli/main.ts') return expect(source).toContain(`readArguments('${name}')`)
  expect(source).toMatch(new RegExp(`^  ${name}: async \\(`, 'm'))
  expect(packageJson.scripts[name as keyof typeof packageJson.scripts]).toBe(`tsx src/cli/main.ts ${name}`)
})

test('a command that does not exist is refused with the list of those that do', { timeout: 120_000 }, async () => {
  const { out, err, code } = await run('src/cli/main.ts', { args: ['wash'], env: {} })
  expect(err).toContain('There is no command "wash". Run one of: ask, chat, cleanup, demo')
  expect({ out, code }).toEqual({ out: '', code: 2 })
  expect((await run('src/cli/main.ts', { args: ['constructor'], env: {} })).code).toBe(2)
})

test('a command with an option it does not know does nothing but say so', { timeout: 120_000 }, async () => {
  const dataDir = await emptyFolder()
  const { out, err, code } = await run('src/cli/main.ts', { args: ['ask', '--no-such-thing'], env: { DATA_DIR: dataDir } })
  expect(err).toContain('npm run ask')
  expect({ out, code, made: await readdir(dataDir) }).toEqual({ out: '', code: 2, made: [] })
})

test('help is printed on standard output, and nothing else is done', { timeout: 120_000 }, async () => {
  const dataDir = await emptyFolder()
  const { out, err, code } = await run('src/cli/main.ts', { args: ['demo', '--help'], env: { DATA_DIR: dataDir } })
  expect({ err, code, made: await readdir(dataDir) }).toEqual({ err: '', code: 0, made: [] })
  expect(out).toContain('npm run demo')
})
