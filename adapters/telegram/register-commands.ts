import type { Api } from 'grammy'
import type { CommandDeclaration } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import { describeError } from './errors.ts'

/** Where private answers are offered, and where menus are asked for them; see answer.ts. */
export const groupCommandScope = { type: 'all_group_chats' } as const

/**
 * Puts the commands into Telegram's menus: those of private chats and of groups apart. In a group a command from the menu is
 * seen by its author and the bot alone, as its answer is. A menu is a convenience: a failure is logged, and the bot works without.
 */
export async function registerCommands(
  { api, log }: { readonly api: Api; readonly log: Log },
  commands: readonly CommandDeclaration[],
  signal: Parameters<Api['getMe']>[0],
): Promise<void> {
  const menu = commands.filter(({ hidden }) => !hidden).map(({ name, help }) => ({ command: name, description: help }))
  const ephemeralMenu = menu.map((entry) => ({ ...entry, is_ephemeral: true }))
  for (const [scope, entries] of [[{ type: 'all_private_chats' }, menu] as const, [groupCommandScope, ephemeralMenu] as const]) {
    try {
      await api.setMyCommands(entries, { scope }, signal)
    } catch (error) {
      log.warn(
        { scope: scope.type, reason: describeError(error) },
        "Telegram's command menu could not be set; typed commands work all the same",
      )
    }
  }
}
