import process from 'node:process'
import { parseArgs } from 'node:util'
import { messageOf } from '../../src/core/domain/errors.ts'

/** How a measurement or the fault run is invoked by `npm run`. */
interface ScriptUsage {
  /** Printed for --help: how to invoke the command, and what it does. */
  readonly usage: string
  /** A pattern that the arguments must match, joined by line breaks. */
  readonly takes: RegExp
}

const scripts = {
  bench: {
    usage:
      'npm run bench -- [<messages> | load | crowd | search | chunks | memory | platforms | cache | page | path | voice | channels]\nMeasures the speed of what users wait for, in a conversation of up to the given number of messages (100000 by default);\n"load" measures only many people at once, "crowd" only 1,000 people and two processes, "search" only search in long conversations, "chunks" only what follows a message with its reply, "memory" only memory, "platforms" only the load of three platforms at once, "cache" only how much of a request the server of the model has seen before, "page" only the page in Chromium, "path" only the files that one message runs through, "voice" only how long the beginning of a call takes, "channels" only logged channels.',
    takes: /^([1-9]\d*|load|crowd|search|chunks|memory|platforms|cache|page|path|voice|channels)?$/,
  },
  eval: {
    usage:
      'npm run eval -- <folder> <runs.jsonl> [builtin]\nRuns the questions of a benchmark through search, and writes the messages found for each.\n"builtin" also searches with the built-in embedding model, which takes far longer.',
    takes: /^[^\n]+\n[^\n]+(\nbuiltin)?$/,
  },
  continuity: {
    usage:
      'npm run continuity [-- short | [<window>] [good|offline]]\nPlays three weeks of a conversation and measures what the model is shown of what each message refers to.\n"short" plays the window of 32000 tokens, and a week at 4096, with limits just below what was measured last. A number plays those with a model window of that many tokens, and "good" or "offline" those with summaries of that kind.',
    takes: /^(short|\d*\n?(good|offline)?)$/,
  },
  faults: {
    usage:
      'npm run faults -- [<questions> [<every>]] [<part>]\nKills the bot at every step, makes every platform fail, lets people attack it, and counts what is lost. Only the parts with <part> in their name.\nAsks the given number of questions on Telegram (200 by default; with fewer, all parts are short), and kills at every Nth (4 by default).',
    takes: /^([1-9]\d*(\n[1-9]\d*)?)?(\n?[^\n\d][^\n]*)?$/,
  },
} satisfies Record<string, ScriptUsage>

export type ScriptName = keyof typeof scripts

/** The text to print instead of running a script, and the exit code. */
interface UsageMessage {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** Parses the arguments of a script. Prints the usage and exits for --help. Exits with code 2 if the arguments are invalid. */
export function readArguments(name: ScriptName): readonly string[] {
  const read = parseArguments(name, process.argv.slice(2))
  if (!('text' in read)) return read
  const out = read.exitCode === 0 ? process.stdout : process.stderr
  out.write(`${read.text}\n`)
  process.exit(read.exitCode)
}

export function parseArguments(name: ScriptName, args: readonly string[]): readonly string[] | UsageMessage {
  const { usage, takes }: ScriptUsage = scripts[name]
  const wrong = (what: string): UsageMessage => ({ text: `${what}\n${usage}`, exitCode: 2 })
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { help: { type: 'boolean' } } })
    if (values.help) return { text: usage, exitCode: 0 }
    if (takes.test(positionals.join('\n'))) return positionals
    return wrong(positionals.length === 0 ? 'An argument is missing.' : `Unexpected arguments: "${positionals.join(' ')}".`)
  } catch (error) {
    return wrong(messageOf(error))
  }
}
