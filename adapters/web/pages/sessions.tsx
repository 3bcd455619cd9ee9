import { describeAccount } from '../../../src/accounts/link-texts.ts'
import type { WebSession } from '../../../src/people/sign-in.ts'
import { RelativeTime } from './time.tsx'

interface SessionSettingsProps {
  readonly sessions: readonly WebSession[]
  readonly now: Date
}

/** The browsers that are signed in, in the settings. */
export function SessionSettings({ sessions, now }: SessionSettingsProps) {
  return (
    <section class="people" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Signed-in browsers</h2>
      <ul>
        {sessions.map((session) => (
          <Session key={session.id} session={session} now={now} />
        ))}
      </ul>
      <form method="post" action="/settings/sessions/sign-out-all/">
        <button type="submit">Sign out everywhere</button>
      </form>
    </section>
  )
}

function Session({ session: { id, browser, createdAt, isCurrent, account }, now }: { readonly session: WebSession; readonly now: Date }) {
  const name = browser || 'Unknown browser'
  return (
    <li>
      <p>
        <bdi>{name}</bdi>
        {isCurrent && ' (this one)'} <span class="faint">since</span> <RelativeTime instant={createdAt} now={now} />
        <span class="faint">
          {' '}
          · link from <bdi>{account ? describeAccount(account) : 'the machine that runs the bot'}</bdi>
        </span>
      </p>
      <form method="post" action={`/settings/sessions/${id}/sign-out/`}>
        <button type="submit">
          Sign out<span class="visually-hidden"> {name}</span>
        </button>
      </form>
    </li>
  )
}
