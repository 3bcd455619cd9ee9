// throughline <command>. Each command is loaded only when it is run, so that help is printed without delay.
import process from 'node:process'
import {
  type ApplicationText,
  buildApplication,
  buildRouteMap,
  ExitCode,
  proposeCompletions,
  run,
  type StricliProcess,
  text_en,
} from '@stricli/core'
import packageJson from '../../package.json' with { type: 'json' }
import { messageOf } from '../core/domain/errors.ts'
import { askCommand } from './commands/ask.ts'
import { chatCommand } from './commands/chat.ts'
import { cleanupCommand } from './commands/cleanup.ts'
import { type CompletionContext, completionCommands } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { embeddingsCommand } from './commands/embeddings.ts'
import { importCommands } from './commands/import.ts'
import { indexCommand } from './commands/index.ts'
import { startCommand } from './commands/start.ts'

const commands = {
  start: startCommand,
  demo: demoCommand,
  doctor: doctorCommand,
  ask: askCommand,
  chat: chatCommand,
  import: importCommands,
  index: indexCommand,
  embeddings: embeddingsCommand,
  cleanup: cleanupCommand,
  completion: completionCommands,
}

const text: ApplicationText = {
  ...text_en,
  briefs: {
    ...text_en.briefs,
    help: 'Prints this help',
    version: 'Prints the version',
    argumentEscapeSequence: 'Takes all that follows as arguments',
  },
  noCommandRegisteredForInput: ({ input, corrections: [nearest] }) =>
    `There is no command "${input}".${nearest === undefined ? '' : ` Did you mean ${nearest.replaceAll('`', '"')}?`}`,
  formatException: messageOf,
  exceptionWhileRunningCommand: (error) => `The command failed: ${messageOf(error)}`,
}

const commandLine = buildApplication(
  buildRouteMap<keyof typeof commands, CompletionContext>({
    routes: commands,
    docs: {
      brief: 'A chat bot that keeps one continuous conversation with each person',
      fullDescription: 'A chat bot that keeps one continuous conversation with each person.\nWithout a command, it starts.',
    },
  }),
  {
    name: packageJson.name,
    versionInfo: { currentVersion: packageJson.version },
    scanner: {
      allowArgumentEscapeSequence: true,
      distanceOptions: { threshold: 2, weights: { insertion: 1, deletion: 1, substitution: 1, transposition: 1 } },
    },
    documentation: { disableAnsiColor: true },
    localization: { text },
  },
)

/** Where the command line prints. */
interface ProcessOutput {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
}

/** Usage errors, as shells and most programs number them. */
const exitUsage = 2
const usageErrors: ReadonlySet<number> = new Set([ExitCode.InvalidArgument, ExitCode.UnknownCommand])

/** Runs a command. Returns the exit code: 0, 1 if the command fails, 2 if it is called wrongly, or what the command has set. */
export async function runCommandLine(args: readonly string[], { stdout, stderr }: ProcessOutput = process): Promise<number> {
  const [name = ''] = args
  // A command that consists of others prints its help, which is not what was asked for.
  const isIncomplete = args.length === 1 && (name === 'import' || name === 'completion')
  const output: StricliProcess & ProcessOutput = { stdout: isIncomplete ? stderr : stdout, stderr }
  const context: CompletionContext = { process: output, propose }
  await run(commandLine, args, context)
  const code = Number(output.exitCode ?? 0)
  if (code === ExitCode.UnknownCommand && !Object.hasOwn(commands, name)) stderr.write(`Run one of: ${Object.keys(commands).join(', ')}.\n`)
  else if (usageErrors.has(code)) stderr.write(`"throughline ${name} --help" shows what it takes.\n`)
  if (isIncomplete || usageErrors.has(code)) return exitUsage
  return code === 0 ? Number(process.exitCode ?? 0) : 1
}

/** Returns what may follow the words of a command line, of which the last is unfinished. */
async function propose(words: readonly string[]): Promise<string[]> {
  const proposals = await proposeCompletions(commandLine, words, { process: { stdout: process.stdout, stderr: process.stderr }, propose })
  return proposals.map(({ completion }) => completion)
}
