import { describeAccount } from '../../../src/accounts/link-texts.ts'
import type { LinkedAccount } from '../../../src/people/accounts.ts'
import { formatLinkCode, type LinkRequest } from '../../../src/people/link-codes.ts'
import { Layout } from './layout.tsx'
import { RelativeTime } from './time.tsx'

export interface AccountsView {
  readonly accounts: readonly LinkedAccount[]
  /** Requests from accounts that entered a code created on this page. */
  readonly requests: readonly LinkRequest[]
  readonly now: Date
}

/** The connected accounts in the settings. */
export function AccountSettings({ view: { accounts, requests, now } }: { readonly view: AccountsView }) {
  return (
    <section class="people" id="accounts" aria-labelledby="accounts-title">
      <h2 id="accounts-title">Connected accounts</h2>
      <p class="faint">One conversation on every platform.</p>
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <p>
              <bdi>{describeAccount(account)}</bdi> <span class="faint">since</span> <RelativeTime instant={account.createdAt} now={now} />
            </p>
            {account.canUnlink && <Unlink account={account} />}
          </li>
        ))}
      </ul>
      <form method="post" action="/settings/accounts/code/">
        <button type="submit">Connect another account…</button>
      </form>
      <form method="post" action="/settings/accounts/enter/">
        <label>
          Code from another account{' '}
          <input name="code" required maxLength={20} autocomplete="off" spellcheck={false} placeholder="K7QF-2MXD" />
        </label>{' '}
        <button type="submit">Enter</button>
      </form>
    </section>
  )
}

function Request({ request: { id, claimant } }: { readonly request: LinkRequest }) {
  if (!claimant) return null
  return (
    <div role="status">
      <p>
        <strong>
          <bdi>{describeAccount(claimant)}</bdi> entered your code.
        </strong>{' '}
        Is that you? If you confirm, both accounts share one conversation, and each can read all of it.
      </p>
      <div class="choices">
        <form method="post" action={`/settings/accounts/requests/${id}/agree/`}>
          <button type="submit" class="primary">
            Yes, that’s me
          </button>
        </form>
        <form method="post" action={`/settings/accounts/requests/${id}/refuse/`}>
          <button type="submit">Decline</button>
        </form>
      </div>
    </div>
  )
}

function Unlink({ account }: { readonly account: LinkedAccount }) {
  return (
    <details class="delete">
      <summary>
        Unlink<span class="visually-hidden"> {describeAccount(account)}</span>
      </summary>
      <form method="post" action={`/settings/accounts/${account.id}/unlink/`}>
        <p>It will start a new conversation. Its earlier messages stay in this one.</p>
        <button type="submit" class="danger">
          Unlink
        </button>
      </form>
    </details>
  )
}

/** A new code. It is shown once and not stored. */
export function LinkCodePage({ code }: { readonly code: string }) {
  return (
    <Layout title="Link an account · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>Connect an account</h1>
        <p>
          From your other account, write to the bot directly, within 10 minutes: <code>/link {formatLinkCode(code)}</code>
        </p>
        <p>Then return to the settings and confirm that it is you. Do not share the code.</p>
        <p>
          <a href="/settings/#accounts">I have entered the code</a>
        </p>
      </main>
    </Layout>
  )
}

interface CodeEnteredProps {
  /** The result in words. */
  readonly text: string
  /** The request, if it is waiting for confirmation. */
  readonly request?: LinkRequest
}

export function CodeEnteredPage({ text, request }: CodeEnteredProps) {
  return (
    <Layout title="Link an account · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>Connect an account</h1>
        <p>{text.replaceAll('**', '')}</p>
        {request && (
          <form method="post" action={`/settings/accounts/requests/${request.id}/cancel/`}>
            <button type="submit">Cancel the request</button>
          </form>
        )}
        <p>
          <a href="/settings/#accounts">Back to the settings</a>
        </p>
      </main>
    </Layout>
  )
}
