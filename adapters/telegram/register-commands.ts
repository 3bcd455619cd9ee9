import type { Api } from 'grammy'
import { type CatalogueLanguage, defaultTranslator, otherTranslators, type Translate } from '../../src/core/messages/messages.ts'
import type { CommandDeclaration } from '../../src/core/ports/commands.ts'
import type { Log } from '../../src/core/ports/log.ts'
import { describeError } from './errors.ts'

/** The scope in which private answers are offered. See ephemeral-answer.ts. */
export const groupCommandScope = { type: 'all_group_chats' } as const

/** A menu, and the language of the apps that show it. Telegram knows our language codes. By default, apps show the one without. */
interface CommandMenu {
  readonly language?: CatalogueLanguage
  readonly translate: Translate
}

const menus: readonly CommandMenu[] = [
  { translate: defaultTranslator },
  ...otherTranslators.map((translate) => ({ language: translate.language, translate })),
]

/**
 * Registers the commands in Telegram's menus in all languages, separately for private chats and groups. In a group, a command from the menu
 * is visible only to its author and the bot, and so is the answer. Menus are a convenience: a failure is only logged, and the remaining
 * languages of its scope are left out, because they would fail too.
 */
export async function registerCommands(
  { api, log }: { readonly api: Api; readonly log: Log },
  commands: readonly CommandDeclaration[],
  signal: Parameters<Api['getMe']>[0],
): Promise<void> {
  const visible = commands.filter(({ hidden }) => !hidden)
  for (const [scope, options] of [[{ type: 'all_private_chats' }, {}] as const, [groupCommandScope, { is_ephemeral: true }] as const]) {
    try {
      for (const { language, translate } of menus) {
        const entries = visible.map(({ name, help }) => ({ command: name, description: translate(help), ...options }))
        await api.setMyCommands(entries, { scope, ...(language && { language_code: language }) }, signal)
      }
    } catch (error) {
      log.warn({ scope: scope.type, reason: describeError(error) }, 'The Telegram command menu could not be set; typed commands still work')
    }
  }
}
