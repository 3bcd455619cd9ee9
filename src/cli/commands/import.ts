import process from 'node:process'
import { buildCommand, buildRouteMap, type CommandContext, type TypedPositionalParameters } from '@stricli/core'

const io = { out: process.stdout, err: process.stderr }

const fileOf = (brief: string): TypedPositionalParameters<[file: string], CommandContext> => ({
  kind: 'tuple',
  parameters: [{ brief, placeholder: 'file', parse: String }],
})

const jsonlCommand = buildCommand<{ readonly user?: string }, [file: string]>({
  async loader() {
    const [{ withApp }, { runImport }] = await Promise.all([import('../with-app.ts'), import('../import/import-jsonl.ts')])
    return ({ user }, file) => withApp((app) => runImport(app.privacy, { file, user }, io))
  },
  parameters: {
    flags: {
      user: {
        kind: 'parsed',
        parse: String,
        placeholder: 'name',
        brief: 'The user who receives the messages, instead of you',
        optional: true,
      },
    },
    positional: fileOf('One JSON object per line: {"sentAt","role","text","author"?,"externalId"?}'),
  },
  docs: { brief: 'Imports a conversation from elsewhere. Idempotent' },
})

const exportCommand = buildCommand<object, [file: string]>({
  async loader() {
    const [{ withApp }, { runImportExport }] = await Promise.all([import('../with-app.ts'), import('../import/import-export.ts')])
    return (_flags, file) => withApp((app) => runImportExport(app.privacy, file, io))
  },
  parameters: { positional: fileOf('The JSON file of an export') },
  docs: { brief: 'Restores what /export has sent into an empty instance' },
})

const telegramCommand = buildCommand<object, [file: string]>({
  async loader() {
    const [{ withApp }, { runImportTelegram }] = await Promise.all([import('../with-app.ts'), import('../import/import-telegram.ts')])
    return (_flags, file) =>
      withApp((app) => runImportTelegram(app.channels, { file, botId: app.config.telegram?.token.split(':')[0] }, io))
  },
  parameters: { positional: fileOf("The JSON file that Telegram's app exports") },
  docs: { brief: 'Logs the history of a group that is switched on. Idempotent' },
})

export const importCommands = buildRouteMap({
  routes: { jsonl: jsonlCommand, export: exportCommand, telegram: telegramCommand },
  docs: { brief: 'Imports a conversation from elsewhere' },
})
