// throughline <command>: what `npm run <command>` calls. Each command is loaded only when it is run.
import process from 'node:process'
import type { App } from '../app.ts'
import { type CommandName, type ParsedArguments, readArguments } from './arguments.ts'

/** Loads the app only for commands that need it, so that help is printed without delay. */
const withApp = async (work: (app: App) => Promise<number>) => (await import('./with-app.ts')).withApp(work)

const io = { in: process.stdin, out: process.stdout, err: process.stderr }

const commands: Partial<Record<CommandName, (parsed: ParsedArguments) => Promise<void>>> = {
  ask: async ({ texts }) => (await import('./ask.ts')).runAsk(texts.join(' ').trim()),
  chat: async () => (await import('./chat.ts')).runChat(),
  cleanup: async () => {
    const { runCleanup } = await import('./cleanup.ts')
    await withApp((app) => runCleanup(app, io))
  },
  demo: async () => {
    const { runDemo } = await import('./demo/run-demo.ts')
    await withApp((app) => runDemo(app, io))
  },
  doctor: async () => {
    process.exitCode = await (await import('./doctor/doctor.ts')).runDoctorCommand(io.out)
  },
  embeddings: async ({ texts }) => {
    const { runEmbeddings } = await import('./embeddings.ts')
    await withApp((app) => runEmbeddings(app, texts[0], io))
  },
  import: async ({ texts: [format, file = ''], values: { user } }) => {
    const { runImportExport } = await import('./import-export.ts')
    const { runImport } = await import('./import-jsonl.ts')
    const { runImportTelegram } = await import('./import-telegram.ts')
    await withApp((app) => {
      if (format === 'telegram') return runImportTelegram(app.channels, { file, botId: app.config.telegram?.token.split(':')[0] }, io)
      return format === 'export' ? runImportExport(app.privacy, file, io) : runImport(app.privacy, { file, user }, io)
    })
  },
  index: async () => {
    const { runIndex } = await import('./index-history.ts')
    await withApp((app) => runIndex(app, io))
  },
}

const [name = '', ...args] = process.argv.slice(2)
const list = `Run one of: ${Object.keys(commands).join(', ')}.`
const run = Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined
if (run) await run(readArguments(name as CommandName, args))
else if (name === '--help') process.stdout.write(`${list} Each explains itself with --help.\n`)
else {
  process.stderr.write(`There is no command "${name}". ${list}\n`)
  process.exitCode = 2
}
