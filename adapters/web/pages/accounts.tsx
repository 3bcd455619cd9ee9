import { type EnteredRequest, findAwaitedSide, findFinalSide, isWithOneOwner } from '../../../src/accounts/link-confirmation.ts'
import { buildSideMessage, describeAccount } from '../../../src/accounts/link-texts.ts'
import type { LinkedAccount } from '../../../src/people/accounts.ts'
import { formatLinkCode, type LinkSide } from '../../../src/people/link-codes.ts'
import type { UndoableMerge } from '../../../src/people/user-merges.ts'
import { Layout } from './layout.tsx'
import { RelativeTime } from './time.tsx'

export interface AccountsView {
  readonly accounts: readonly LinkedAccount[]
  readonly requests: readonly PendingRequest[]
  /** The merges that can still be undone. */
  readonly merges: readonly UndoableMerge[]
  readonly now: Date
}

/** A request to link the account of this page, and the side that it is on. */
export interface PendingRequest {
  readonly request: EnteredRequest
  readonly side: LinkSide
}

/** The connected accounts in the settings. */
export function AccountSettings({ view: { accounts, requests, merges, now } }: { readonly view: AccountsView }) {
  return (
    <section class="people" id="accounts" aria-labelledby="accounts-title">
      <h2 id="accounts-title">Connected accounts</h2>
      <p class="faint">One conversation on every platform.</p>
      {requests.map((pending) => (
        <Request key={pending.request.id} pending={pending} />
      ))}
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <p>
              <bdi>{describeAccount(account)}</bdi> <span class="faint">since</span> <RelativeTime instant={account.createdAt} now={now} />
            </p>
            {account.canUnlink && <Unlink account={account} canStay={merges.length === 0} />}
          </li>
        ))}
      </ul>
      {merges.map((merge) => (
        <UndoMerge key={merge.id} merge={merge} accounts={accounts} />
      ))}
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

function Request({ pending: { request, side } }: { readonly pending: PendingRequest }) {
  const isAwaited = findAwaitedSide(request) === side
  const canShareRights = isAwaited && findFinalSide(request) === side && isWithOneOwner(request)
  return (
    <div role="status">
      <p>
        <bdi>{withoutMarkup(buildSideMessage(request, side).text)}</bdi>
      </p>
      <div class="choices">
        {isAwaited && (
          <form method="post" action={`/settings/accounts/requests/${request.id}/agree/`}>
            <button type="submit" class="primary">
              Yes, that’s me
            </button>
            {canShareRights && (
              <button type="submit" name="rights" value="owner">
                Yes, with owner rights
              </button>
            )}
          </form>
        )}
        <form method="post" action={`/settings/accounts/requests/${request.id}/refuse/`}>
          <button type="submit">Decline</button>
        </form>
      </div>
    </div>
  )
}

const withoutMarkup = (text: string) => text.replaceAll('**', '').replaceAll('`', '')

function UndoMerge({ merge, accounts }: { readonly merge: UndoableMerge; readonly accounts: readonly LinkedAccount[] }) {
  const names = accounts.filter(({ id }) => merge.accountIds.includes(id)).map(describeAccount)
  return (
    <form method="post" action={`/settings/accounts/merges/${merge.id}/undo/`}>
      <p>
        <bdi>{names.join(', ') || 'An account'}</bdi> was linked less than 7 days ago. Undoing it gives both sides their own messages back.
      </p>
      <button type="submit">Undo the link</button>
    </form>
  )
}

function Unlink({ account, canStay }: { readonly account: LinkedAccount; readonly canStay: boolean }) {
  return (
    <details class="delete">
      <summary>
        Unlink<span class="visually-hidden"> {describeAccount(account)}</span>
      </summary>
      <form method="post" action={`/settings/accounts/${account.id}/unlink/`}>
        <p>
          It will have a conversation of its own. Its messages, with the replies to them,{' '}
          {canStay ? 'stay in this one or move with it.' : 'move with it, because the accounts were linked less than 7 days ago.'}
        </p>
        {canStay && (
          <button type="submit" class="danger" name="messages" value="stay">
            Unlink, messages stay
          </button>
        )}{' '}
        <button type="submit" class="danger" name="messages" value="move">
          Unlink, messages move
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
        <p>Then both accounts confirm: the other one there, this one in the settings. Do not share the code.</p>
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
  /** The request, if it is waiting for confirmation. Shown in place of the text. */
  readonly pending?: PendingRequest
}

export function CodeEnteredPage({ text, pending }: CodeEnteredProps) {
  return (
    <Layout title="Link an account · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>Connect an account</h1>
        {pending ? <Request pending={pending} /> : <p>{withoutMarkup(text)}</p>}
        <p>
          <a href="/settings/#accounts">Back to the settings</a>
        </p>
      </main>
    </Layout>
  )
}
