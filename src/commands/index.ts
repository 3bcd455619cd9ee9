import type { RunCommand } from '../conversation/deps.ts'
import { findNearestName } from '../core/lib/did-you-mean.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { CommandDeclaration } from '../core/ports/commands.ts'
import { accounts, unlink } from './accounts.ts'
import { approve, deny } from './approve.ts'
import { block } from './block.ts'
import { channel } from './channel.ts'
import { context } from './context.ts'
import { days } from './days.ts'
import { digest } from './digest.ts'
import { exportCommand } from './export.ts'
import { find } from './find.ts'
import { forget } from './forget.ts'
import { forgetting } from './forgetting.ts'
import { fresh } from './fresh.ts'
import { help } from './help.ts'
import { history } from './history.ts'
import { language } from './language.ts'
import { link } from './link.ts'
import { linking } from './linking.ts'
import { loop } from './loop.ts'
import { loops } from './loops.ts'
import { memories } from './memories.ts'
import { memory } from './memory.ts'
import { open } from './open.ts'
import { rebuild } from './rebuild.ts'
import { remember } from './remember.ts'
import { remind } from './remind.ts'
import { resummarize } from './resummarize.ts'
import { retry } from './retry.ts'
import { readArguments } from './shared/arguments.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { start } from './start.ts'
import { stop } from './stop.ts'
import { summarize } from './summarize.ts'
import { summary } from './summary.ts'
import { timezone } from './timezone.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { calling, voice } from './voice.ts'
import { web } from './web.ts'

/** In the order in which /help lists them. */
const commands: readonly Command[] = [
  find,
  remember,
  memories,
  forget,
  loops,
  remind,
  summary,
  days,
  resummarize,
  digest,
  timezone,
  language,
  stop,
  retry,
  fresh,
  context,
  usage,
  exportCommand,
  channel,
  summarize,
  rebuild,
  history,
  web,
  voice,
  link,
  accounts,
  unlink,
  users,
  approve,
  deny,
  block,
  help,
  start,
  open,
  memory,
  loop,
  forgetting,
  linking,
  calling,
]

export const commandDeclarations: readonly CommandDeclaration[] = commands.map(({ declaration }) => declaration)

/** Creates the function that runs a command line. Throws InputError for unknown names and wrong arguments. */
export function createCommandRunner(deps: Omit<CommandDeps, 'declarations'>): RunCommand {
  const commandDeps = { ...deps, declarations: commandDeclarations }
  return async (context, line) => {
    const [, name = '', rest = ''] = /^\/?(\S*)(.*)$/s.exec(line.trim()) ?? []
    const command = commands.find(({ declaration }) => declaration.name === name.toLowerCase())
    if (!command) throw createUnknownCommandError(name.toLowerCase())
    // Checked before the arguments are parsed, so that no error mentions them.
    if (command.declaration.forOwners && !context.user.isOwner)
      throw new LocalizedInputError(context.user.hasOwnerAccount ? 'command.noOwnerRights' : 'command.ownersOnly')
    return command.run(commandDeps, context, readArguments(command.declaration, rest, context))
  }
}

const offered = commandDeclarations.filter(({ hidden }) => !hidden).map((declaration) => declaration.name)

function createUnknownCommandError(name: string): LocalizedInputError {
  const prefixed = name.length >= 2 ? offered.find((known) => known.startsWith(name)) : undefined
  const suggestion = prefixed ?? findNearestName(name, offered, Math.min(3, Math.floor(name.length / 2)))
  return new LocalizedInputError('command.unknown', { name: name.slice(0, 32), suggestion: suggestion ?? 'none' })
}
