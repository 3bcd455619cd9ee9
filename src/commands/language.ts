import type { CommandAnswer } from '../conversation/deps.ts'
import { nameLanguage } from '../core/domain/languages.ts'
import { findLanguage } from '../core/messages/find-language.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { catalogueLanguages, formatList, translatorOf } from '../core/messages/messages.ts'
import { storeLanguage } from '../people/users.ts'
import type { Command } from './shared/command.ts'

export const language: Command = {
  declaration: {
    name: 'language',
    help: 'language.help',
    arguments: [{ name: 'language', kind: 'text', required: false, help: 'language.language' }],
  },
  async run({ store }, { user, translate }, args): Promise<CommandAnswer> {
    const name = args['language']
    if (name === undefined)
      return { text: translate('language.current', { language: nameLanguage(user.language, user.language), reason: user.languageSource }) }
    const chosen = findLanguage(name)
    if (!chosen) {
      const languages = formatList(
        catalogueLanguages.map((code) => nameLanguage(code, code)),
        translate,
      )
      throw new LocalizedInputError('language.unknown', { name: name.slice(0, 40), languages })
    }
    await storeLanguage(store.db, user.id, chosen, 'choice')
    return { text: translatorOf(chosen)('language.set', { language: nameLanguage(chosen, chosen) }) }
  },
}
