import process from 'node:process'
import { parseArgs } from 'node:util'
import { messageOf } from '../core/domain/errors.ts'

/** How a command of `npm run` is invoked. */
interface CommandLine {
  /** Printed for --help: how to invoke the command, and what it does. */
  readonly usage: string
  /** The options that take a value. */
  readonly options?: readonly string[]
  /** A pattern that the other arguments must match, joined by line breaks. If absent, there are none. */
  readonly takes?: RegExp
}

const commandLines = {
  start: { usage: 'npm start\nStarts the bot and its page. Settings are variables of the environment or of .env: see .env.example.' },
  ask: {
    usage:
      'npm run ask -- "<question>"\nPrints the answer to one question, asked in your conversation.\nPut two dashes before a question that begins with one: npm run ask -- -- "-5 °C?"',
    takes: /\S/,
  },
  chat: { usage: 'npm run chat\nStarts a chat on this terminal, in your conversation. /quit or Ctrl+D ends it.' },
  demo: { usage: 'npm run demo\nFills an empty data folder with two weeks of conversation.' },
  doctor: { usage: 'npm run doctor\nChecks the setup and says how to fix each problem.' },
  import: {
    usage:
      'npm run import -- jsonl <file> [--user <name>] | export <file.json> | telegram <result.json>\nImports a conversation from elsewhere for a user, or for you without --user. Idempotent.\nWith "export", restores a file from /export into an empty instance. With "telegram", logs the history of a group that is switched on.',
    options: ['user'],
    takes: /^(jsonl|export|telegram)\n[^\n]+$/,
  },
  index: {
    usage: 'npm run index\nBrings the search index up to date with all messages. Idempotent.',
  },
  embeddings: {
    usage:
      'npm run embeddings [-- rebuild | retry]\nPrints the progress of the embeddings. "rebuild" asks for confirmation and creates all of them again, for example for another model;\n"retry" tries the failed ones again.',
    takes: /^(rebuild|retry)?$/,
  },
  cleanup: {
    usage:
      'npm run cleanup\nRemoves all traces of deleted data from the database: rewrites its files and drops its old log. Stop the bot first.',
  },
  bench: {
    usage:
      'npm run bench -- [<messages> | search | memory | platforms | cache | path | voice | channels]\nMeasures the speed of what users wait for, in a conversation of up to the given number of messages (100000 by default);\n"search" measures only search in long conversations, "memory" only memory, "platforms" only the load of three platforms at once, "cache" only how much of a request the server of the model has seen before, "path" only the files that one message runs through, "voice" only how long the beginning of a call takes, "channels" only logged channels.',
    takes: /^([1-9]\d*|search|memory|platforms|cache|path|voice|channels)?$/,
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
} satisfies Record<string, CommandLine>

export type CommandName = keyof typeof commandLines

/** The arguments of a command. */
export interface ParsedArguments {
  readonly texts: readonly string[]
  readonly values: Readonly<Record<string, string>>
}

/** The text to print instead of running the command, and the exit code. */
export interface UsageMessage {
  readonly text: string
  readonly exitCode: 0 | 2
}

/** Parses the arguments of a command. Prints the usage and exits for --help. Exits with code 2 if the arguments are invalid. */
export function readArguments(name: CommandName, args: readonly string[] = process.argv.slice(2)): ParsedArguments {
  const read = parseArguments(name, args)
  if (!('text' in read)) return read
  const out = read.exitCode === 0 ? process.stdout : process.stderr
  out.write(`${read.text}\n`)
  process.exit(read.exitCode)
}

export function parseArguments(name: CommandName, args: readonly string[]): ParsedArguments | UsageMessage {
  const { usage, options = [], takes }: CommandLine = commandLines[name]
  const wrong = (what: string): UsageMessage => ({ text: `${what}\n${usage}`, exitCode: 2 })
  try {
    const { values, positionals: texts } = parseArgs({
      args: [...args],
      allowPositionals: takes !== undefined,
      options: {
        ...Object.fromEntries(options.map((option) => [option, { type: 'string' as const }])),
        help: { type: 'boolean' as const },
      },
    })
    const { help, ...rest } = values
    if (help) return { text: usage, exitCode: 0 }
    if (takes && !takes.test(texts.join('\n')))
      return wrong(texts.length === 0 ? 'An argument is missing.' : `Unexpected arguments: "${texts.join(' ')}".`)
    return { texts, values: rest }
  } catch (error) {
    return wrong(messageOf(error))
  }
}
