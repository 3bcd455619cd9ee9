import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { runCommandLine } from '../../src/cli/main.ts'
import { emptyFolder, runCommand } from './process.ts'

const names = ['start', 'demo', 'doctor', 'ask', 'chat', 'import', 'index', 'embeddings', 'cleanup', 'completion']
const withArguments = [...names, 'import jsonl', 'import export', 'import telegram', 'completion bash', 'completion zsh', 'completion fish']

/** Runs a command that only prints. */
async function print(...args: readonly string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommandLine(args, { stdout: { write: (text) => out.push(text) }, stderr: { write: (text) => err.push(text) } })
  return { out: out.join(''), err: err.join(''), code }
}

test('every command has an npm script of its name, except what only installed programs need', () => {
  const scripts = Object.entries(packageJson.scripts).filter(([, line]) => line.startsWith('node scripts/run.mjs '))
  expect(scripts.map(([name, line]) => [name, line.split(' ').at(-1)])).toEqual(
    names.filter((name) => name !== 'completion').map((name) => [name, name]),
  )
})

test('the help lists all commands, and says that the bot starts without one', async () => {
  const { out, err, code } = await print('--help')
  expect({ err, code }).toEqual({ err: '', code: 0 })
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} .*\\S`, 'm'))
  expect(out).toContain('Without a command, it starts.')
  expect(out).not.toContain('words')
})

describe('a command', () => {
  test.each(withArguments)('%s explains itself', async (name) => {
    const { out, err, code } = await print(...name.split(' '), '--help')
    expect({ err, code }).toEqual({ err: '', code: 0 })
    expect(out).toMatch(new RegExp(`^USAGE\n  throughline ${name}\\b[^]*\n\n[A-Z]`))
  })

  test.each(withArguments)('%s does not take an option that it does not know', async (name) => {
    const { out, err, code } = await print(...name.split(' '), '--no-such-thing')
    expect({ out, code }).toEqual({ out: '', code: 2 })
    expect(err).toContain('--no-such-thing')
    expect(err).toContain(`"throughline ${name.split(' ')[0]} --help" shows what it takes.`)
  })

  test.each([
    ['start', 'now'],
    ['doctor', 'please'],
    ['ask'],
    ['ask', ' '],
    ['import'],
    ['import', 'jsonl'],
    ['import', 'csv', 'file'],
    ['import', 'jsonl', 'file', 'another'],
    ['import', 'jsonl', 'file', '--user'],
    ['import', 'export'],
    ['import', 'telegram', 'file', '--user', 'Ines'],
    ['embeddings', 'remove'],
    ['completion', 'powershell'],
  ])('is refused, and nothing is done: %j %j %j %j', async (...args) => {
    const { out, err, code } = await print(...args)
    expect({ out, code }).toEqual({ out: '', code: 2 })
    expect(err).toContain(args[0])
  })
})

test.each(['wash', 'constructor', '-5'])(
  'the command %s, which does not exist, is refused with the list of those that do',
  async (name) => {
    const { out, err, code } = await print(name)
    expect({ out, code }).toEqual({ out: '', code: 2 })
    expect(err).toContain(`"${name}"`)
    expect(err).toContain('Run one of: start, demo, doctor, ask')
  },
)

test('a misspelled command is recognized', async () => {
  expect((await print('strat')).err).toContain('There is no command "strat". Did you mean "start"?')
})

test('help and errors of the program do nothing else', { timeout: 120_000 }, async () => {
  const dataDir = await emptyFolder()
  const env = { DATA_DIR: dataDir }
  const help = await runCommand(['demo', '--help'], { env })
  expect(help).toMatchObject({ err: '', code: 0, out: expect.stringContaining('throughline demo') })
  const wrong = await runCommand(['ask', '--no-such-thing'], { env })
  expect(wrong).toMatchObject({ out: '', code: 2, err: expect.stringContaining('throughline ask --help') })
  expect(await readdir(dataDir)).toEqual([])
})

describe('completion', () => {
  const propose = async (...words: readonly string[]) => {
    const { out } = await runCommand(['completion', 'words', '--', ...words])
    return out.split('\n').filter(Boolean)
  }

  test('lists the commands, what follows them, and options', { timeout: 120_000 }, async () => {
    expect(await propose('')).toEqual(names)
    expect(await propose('d')).toEqual(['demo', 'doctor'])
    expect(await propose('import', '')).toEqual(['jsonl', 'export', 'telegram'])
    expect(await propose('import', 'jsonl', '--u')).toEqual(['--user'])
    expect(await propose('embeddings', 're')).toEqual(['rebuild', 'retry'])
    expect(await propose('wash', '')).toEqual([])
  })
})
