import type { AssumedWindow } from '../../../src/model/resolve-models.ts'
import type { WebSession } from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import type { SamplesState } from '../../../src/privacy/forget/forget-samples.ts'
import type { EmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import type { ModelFormView } from '../routes/model-form.ts'
import type { PushView } from '../routes/push.ts'
import { AccountSettings, type AccountsView } from './accounts.tsx'
import { AppSettings } from './apps.tsx'
import { EmbeddingSettings } from './embeddings.tsx'
import { type DeletionProgress, ForgetSection } from './erase.tsx'
import { ExportSettings } from './export.tsx'
import { Text, useLanguage } from './language.tsx'
import { LanguageField } from './language-field.tsx'
import { Layout } from './layout.tsx'
import { ModelSettings } from './model.tsx'
import { PeopleSettings, type PeopleView } from './people.tsx'
import { PushSettings } from './push.tsx'
import { SampleSettings } from './samples.tsx'
import { SessionSettings } from './sessions.tsx'
import { ThemeField } from './theme.tsx'

interface SettingsProps {
  readonly user: User
  /** The user's current time zone. */
  readonly timezone: string
  readonly localTime: string
  readonly push: PushView
  readonly accounts: AccountsView
  readonly sessions: readonly WebSession[]
  /** The deletion in progress, if any. */
  readonly forgetting: DeletionProgress | undefined
  readonly samples: SamplesState
  /** Present for owners only. */
  readonly model?: ModelFormView
  /** The platforms that are connected. */
  readonly apps?: readonly string[]
  readonly embeddings?: EmbeddingStatus
  readonly people?: PeopleView
  readonly assumedWindows?: readonly AssumedWindow[]
}

export function SettingsPage(props: SettingsProps) {
  const {
    user,
    timezone,
    localTime,
    push,
    accounts,
    sessions,
    forgetting,
    samples,
    model,
    apps,
    embeddings,
    people,
    assumedWindows = [],
  } = props
  const { translate } = useLanguage()
  return (
    <Layout title={translate('page.settings')} here="settings" script="settings.js">
      <main class="single settings" id="main">
        <h1>{translate('page.settings')}</h1>
        {assumedWindows.map(({ model, contextWindow }) => (
          <p key={model} class="problem">
            <Text of="page.settings.window-assumed" values={{ model, tokens: contextWindow }} />
          </p>
        ))}
        <dl>
          <LanguageField user={user} />
          <ThemeField />
          <dt>{translate('page.settings.timezone')}</dt>
          <dd>
            {timezone} · <span class="faint">{translate('page.settings.local-time', { time: localTime })}</span>
            <p class="faint">
              {user.timezone === null && `${translate('page.settings.timezone-unset')} `}
              <Text of="page.settings.timezone-how" />
            </p>
          </dd>
          <dt>{translate('page.settings.digest')}</dt>
          <dd>
            {translate('page.settings.digest-value', { digest: user.digest })}
            <p class="faint">
              <Text of="page.settings.digest-how" />
            </p>
          </dd>
        </dl>
        <PushSettings view={push} />
        {model && <ModelSettings view={model} />}
        {apps && <AppSettings connected={apps} />}
        <AccountSettings view={accounts} />
        <SessionSettings sessions={sessions} now={accounts.now} />
        {people && <PeopleSettings view={people} />}
        {embeddings && <EmbeddingSettings state={embeddings} />}
        <SampleSettings state={samples} />
        <ExportSettings />
        <ForgetSection underWay={forgetting} />
      </main>
    </Layout>
  )
}
