import type { WebSession } from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import type { EmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import { AccountSettings, type AccountsView } from './accounts.tsx'
import { EmbeddingSettings } from './embeddings.tsx'
import { type DeletionProgress, ForgetSection } from './erase.tsx'
import { ExportSettings } from './export.tsx'
import { Layout } from './layout.tsx'
import { PeopleSettings, type PeopleView } from './people.tsx'
import { SessionSettings } from './sessions.tsx'

interface SettingsProps {
  readonly user: User
  /** The user's current time zone. */
  readonly timezone: string
  readonly localTime: string
  readonly accounts: AccountsView
  readonly sessions: readonly WebSession[]
  /** The deletion in progress, if any. */
  readonly forgetting: DeletionProgress | undefined
  /** Present for owners only. */
  readonly embeddings?: EmbeddingStatus
  readonly people?: PeopleView
}

export function SettingsPage({ user, timezone, localTime, accounts, sessions, forgetting, embeddings, people }: SettingsProps) {
  return (
    <Layout title="Settings · Throughline" here="settings" {...(embeddings && { script: 'settings.js' as const })}>
      <main class="single settings" id="main">
        <h1>Settings</h1>
        <dl>
          <dt>Timezone</dt>
          <dd>
            {timezone}, <span class="faint">where it is {localTime}</span>
            <p class="faint">
              {user.timezone === null ? 'You have not set it yet. ' : ''}Your days begin at midnight there. To change it, write{' '}
              <code>/timezone Area/City</code> in the conversation.
            </p>
          </dd>
          <dt>Daily summary</dt>
          <dd>
            {digestInWords(user.digest)}
            <p class="faint">
              Posts the summary of each day into the chat when the day is over. To change it, write <code>/digest on</code>,{' '}
              <code>/digest off</code> or <code>/digest 07:30</code> in the conversation.
            </p>
          </dd>
        </dl>
        <AccountSettings view={accounts} />
        <SessionSettings sessions={sessions} now={accounts.now} />
        {people && <PeopleSettings view={people} />}
        {embeddings && <EmbeddingSettings state={embeddings} />}
        <ExportSettings />
        <ForgetSection underWay={forgetting} />
      </main>
    </Layout>
  )
}

function digestInWords(digest: User['digest']): string {
  if (digest === 'on') return 'On'
  return digest === 'off' ? 'Off' : `At ${digest}`
}
