import { nameLanguage } from '../../../src/core/domain/languages.ts'
import { catalogueLanguages } from '../../../src/core/messages/messages.ts'
import type { User } from '../../../src/people/users.ts'
import { useLanguage } from './language.tsx'

/** The user's language in the settings, with a form to choose another one. */
export function LanguageField({ user: { language, languageSource } }: { readonly user: User }) {
  const { translate } = useLanguage()
  const isOther = !catalogueLanguages.includes(language)
  return (
    <>
      <dt>
        <label for="language">{translate('page.settings.language')}</label>
      </dt>
      <dd>
        <form method="post" action="/settings/language/">
          <select id="language" name="language">
            {isOther && (
              <option value={language} selected>
                {translate('page.settings.language-other', { language: nameLanguage(language, language) })}
              </option>
            )}
            {catalogueLanguages.map((code) => (
              <option key={code} value={code} lang={code} selected={code === language}>
                {nameInItself(code)}
              </option>
            ))}
          </select>{' '}
          <button type="submit">{translate('page.settings.language-save')}</button>
        </form>
        <p class="faint">
          {translate('page.settings.language-source', { source: languageSource })}{' '}
          {translate(isOther ? 'page.settings.language-replies' : 'page.settings.language-effect')}
        </p>
      </dd>
    </>
  )
}

/** Returns "Deutsch", or "Français", which is lower-case within a sentence. */
function nameInItself(code: string): string {
  const name = nameLanguage(code, code)
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
