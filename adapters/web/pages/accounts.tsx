import { type EnteredRequest, findAwaitedSide, findFinalSide, isWithOneOwner } from '../../../src/accounts/link-confirmation.ts'
import { buildSideMessage, describeAccount } from '../../../src/accounts/link-texts.ts'
import { formatList } from '../../../src/core/messages/messages.ts'
import type { LinkedAccount } from '../../../src/people/accounts.ts'
import { formatLinkCode, type LinkSide } from '../../../src/people/link-codes.ts'
import type { UndoableMerge } from '../../../src/people/user-merges.ts'
import { Text, useLanguage } from './language.tsx'
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
  const { translate } = useLanguage()
  return (
    <section class="people" id="accounts" aria-labelledby="accounts-title">
      <h2 id="accounts-title">{translate('page.accounts')}</h2>
      <p class="faint">{translate('page.accounts.text')}</p>
      {requests.map((pending) => (
        <Request key={pending.request.id} pending={pending} />
      ))}
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <p>
              <Text
                of="page.accounts.since"
                values={{
                  account: <bdi>{describeAccount(account, translate)}</bdi>,
                  time: <RelativeTime instant={account.createdAt} now={now} />,
                }}
              />
            </p>
            {account.canUnlink && <Unlink account={account} canStay={merges.length === 0} />}
          </li>
        ))}
      </ul>
      {merges.map((merge) => (
        <UndoMerge key={merge.id} merge={merge} accounts={accounts} />
      ))}
      <form method="post" action="/settings/accounts/code/">
        <button type="submit">{translate('page.accounts.connect')}</button>
      </form>
      <form method="post" action="/settings/accounts/enter/">
        <label>
          {translate('page.accounts.code')}{' '}
          <input name="code" required maxLength={20} autocomplete="off" spellcheck={false} placeholder="K7QF-2MXD" />
        </label>{' '}
        <button type="submit">{translate('page.accounts.enter')}</button>
      </form>
    </section>
  )
}

function Request({ pending: { request, side } }: { readonly pending: PendingRequest }) {
  const { translate } = useLanguage()
  const isAwaited = findAwaitedSide(request) === side
  const canShareRights = isAwaited && findFinalSide(request) === side && isWithOneOwner(request)
  return (
    <div role="status">
      <p>
        <bdi>{withoutMarkup(buildSideMessage(request, side)(translate).text)}</bdi>
      </p>
      <div class="choices">
        {isAwaited && (
          <form method="post" action={`/settings/accounts/requests/${request.id}/agree/`}>
            <button type="submit" class="primary">
              {translate('page.accounts.agree')}
            </button>
            {canShareRights && (
              <button type="submit" name="rights" value="owner">
                {translate('page.accounts.agree-owner')}
              </button>
            )}
          </form>
        )}
        <form method="post" action={`/settings/accounts/requests/${request.id}/refuse/`}>
          <button type="submit">{translate('page.accounts.decline')}</button>
        </form>
      </div>
    </div>
  )
}

const withoutMarkup = (text: string) => text.replaceAll('**', '').replaceAll('`', '')

function UndoMerge({ merge, accounts }: { readonly merge: UndoableMerge; readonly accounts: readonly LinkedAccount[] }) {
  const { translate } = useLanguage()
  const names = accounts.filter(({ id }) => merge.accountIds.includes(id)).map((account) => describeAccount(account, translate))
  const list = formatList(names, translate)
  return (
    <form method="post" action={`/settings/accounts/merges/${merge.id}/undo/`}>
      <p>
        <Text of="page.accounts.undo-text" values={{ accounts: <bdi>{list || translate('page.accounts.an-account')}</bdi> }} />
      </p>
      <button type="submit">{translate('page.accounts.undo')}</button>
    </form>
  )
}

function Unlink({ account, canStay }: { readonly account: LinkedAccount; readonly canStay: boolean }) {
  const { translate } = useLanguage()
  const { isDependent } = account
  const consequence = canStay ? 'page.accounts.unlink-stay' : 'page.accounts.unlink-move'
  return (
    <details class="delete">
      <summary>
        {translate('page.accounts.unlink')}
        <span class="visually-hidden"> {describeAccount(account, translate)}</span>
      </summary>
      <form method="post" action={`/settings/accounts/${account.id}/unlink/`}>
        <p>{translate(isDependent ? 'page.accounts.unlink-number' : consequence)}</p>
        {(canStay || isDependent) && (
          <button type="submit" class="danger" name="messages" value="stay">
            {translate(isDependent ? 'voice.unlinkYes' : 'page.accounts.unlink-and-stay')}
          </button>
        )}{' '}
        {!isDependent && (
          <button type="submit" class="danger" name="messages" value="move">
            {translate('page.accounts.unlink-and-move')}
          </button>
        )}
      </form>
    </details>
  )
}

/** A new code. It is shown once and not stored. */
export function LinkCodePage({ code }: { readonly code: string }) {
  const { translate } = useLanguage()
  return (
    <Layout title={translate('page.link.title')} here="settings">
      <main class="single settings" id="main">
        <h1>{translate('page.link.heading')}</h1>
        <p>
          <Text of="page.link.write" values={{ command: <code>/link {formatLinkCode(code)}</code> }} />
        </p>
        <p>{translate('page.link.confirm')}</p>
        <p>
          <a href="/settings/#accounts">{translate('page.link.entered')}</a>
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
  const { translate } = useLanguage()
  return (
    <Layout title={translate('page.link.title')} here="settings">
      <main class="single settings" id="main">
        <h1>{translate('page.link.heading')}</h1>
        {pending ? <Request pending={pending} /> : <p>{withoutMarkup(text)}</p>}
        <p>
          <a href="/settings/#accounts">{translate('page.back-to-settings')}</a>
        </p>
      </main>
    </Layout>
  )
}
