import type { Api } from 'grammy'
import type { CommandDeclaration } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import { describeError } from './errors.ts'

/** The scope in which private answers are offered. See ephemeral-answer.ts. */
export const groupCommandScope = { type: 'all_group_chats' } as const

/**
 * Registers the commands in Telegram's menus, separately for private chats and groups. In a group, a command from the menu is visible only
 * to its author and the bot, and so is the answer. Menus are a convenience: a failure is only logged.
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
      log.warn({ scope: scope.type, reason: describeError(error) }, 'The Telegram command menu could not be set; typed commands still work')
    }
  }
}
