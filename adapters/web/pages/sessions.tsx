import { describeAccount } from '../../../src/accounts/link-texts.ts'
import type { WebSession } from '../../../src/people/sign-in.ts'
import { Text, useLanguage } from './language.tsx'
import { RelativeTime } from './time.tsx'

interface SessionSettingsProps {
  readonly sessions: readonly WebSession[]
  readonly now: Date
}

/** The browsers that are signed in, in the settings. */
export function SessionSettings({ sessions, now }: SessionSettingsProps) {
  const { translate } = useLanguage()
  return (
    <section class="people" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{translate('page.sessions')}</h2>
      <ul>
        {sessions.map((session) => (
          <Session key={session.id} session={session} now={now} />
        ))}
      </ul>
      <form method="post" action="/settings/sessions/sign-out-all/">
        <button type="submit">{translate('page.sessions.sign-out-all')}</button>
      </form>
    </section>
  )
}

function Session({ session: { id, browser, createdAt, isCurrent, account }, now }: { readonly session: WebSession; readonly now: Date }) {
  const { translate } = useLanguage()
  const name = browser || translate('page.sessions.unknown')
  const values = { browser: <bdi>{name}</bdi>, time: <RelativeTime instant={createdAt} now={now} /> }
  const from = account ? describeAccount(account, translate) : translate('page.sessions.machine')
  return (
    <li>
      <p>
        <Text of={isCurrent ? 'page.sessions.this-browser' : 'page.sessions.browser'} values={values} />
        <span class="faint">
          {' '}
          · <Text of="page.sessions.link" values={{ account: <bdi>{from}</bdi> }} />
        </span>
      </p>
      <form method="post" action={`/settings/sessions/${id}/sign-out/`}>
        <button type="submit">
          {translate('page.sessions.sign-out')}
          <span class="visually-hidden"> {name}</span>
        </button>
      </form>
    </li>
  )
}
