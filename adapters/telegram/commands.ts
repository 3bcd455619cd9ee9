import type { Api } from 'grammy'
import type { CommandDeclaration } from '../../src/core/commands.ts'
import type { Log } from '../../src/core/log.ts'
import { describeError } from './errors.ts'

/** Menus are for private chats and for groups apart, so that each can be changed without the other. */
const scopes = ['all_private_chats', 'all_group_chats'] as const

/** Puts the commands into Telegram's menus. A menu is a convenience: a failure is logged, and the bot works without. */
export async function offerCommands(
  { api, log }: { readonly api: Api; readonly log: Log },
  commands: readonly CommandDeclaration[],
  signal: Parameters<Api['getMe']>[0],
): Promise<void> {
  const menu = commands.filter(({ hidden }) => !hidden).map(({ name, help }) => ({ command: name, description: help }))
  for (const type of scopes) {
    try {
      await api.setMyCommands(menu, { scope: { type } }, signal)
    } catch (error) {
      log.warn({ scope: type, reason: describeError(error) }, "Telegram's command menu could not be set; typed commands work all the same")
    }
  }
}
