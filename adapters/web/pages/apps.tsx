import { platformInWords } from '../../../src/core/domain/text.ts'
import { Text, useLanguage } from './language.tsx'

const apps = ['telegram', 'discord', 'slack'] as const

/** How to connect chat apps. For owners, who can change the configuration. `connected` names the platforms that are. */
export function AppSettings({ connected }: { readonly connected: readonly string[] }) {
  const { translate } = useLanguage()
  return (
    <section id="apps" aria-labelledby="apps-title">
      <h2 id="apps-title">{translate('page.apps')}</h2>
      {apps.some((app) => !connected.includes(app)) && (
        <p class="faint">
          <Text of="page.apps.text" />
        </p>
      )}
      <ul>
        {apps.map((app) => (
          <li key={app}>
            {connected.includes(app) ? (
              translate('page.apps.connected', { app: platformInWords(app) })
            ) : (
              <Text of={`page.apps.${app}`} values={{ guide: <code>docs/{app}.md</code> }} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
