import { platformInWords } from '../../../src/core/domain/text.ts'
import type { AccessRequest } from '../../../src/people/access-requests.ts'
import type { UserList, UserListItem } from '../../../src/people/list-users.ts'
import { useLanguage } from './language.tsx'
import { RelativeTime } from './time.tsx'

export interface PeopleView {
  readonly requests: readonly AccessRequest[]
  readonly list: UserList
  readonly now: Date
}

/** Members and access requests. For owners only. */
export function PeopleSettings({ view: { requests, list, now } }: { readonly view: PeopleView }) {
  const { translate } = useLanguage()
  const { users, total } = list
  return (
    <section class="people" id="people" aria-labelledby="people-title">
      <h2 id="people-title">{translate('page.people')}</h2>
      {requests.length > 0 && (
        <>
          <h3>{translate('page.people.requests')}</h3>
          <p class="faint">{translate('page.people.requests-warning')}</p>
          <ul>
            {requests.map((request) => (
              <Request key={request.code} request={request} />
            ))}
          </ul>
        </>
      )}
      <h3>{total > users.length ? translate('page.people.recent', { shown: users.length, total }) : translate('page.people.approved')}</h3>
      <ul>
        {users.map((person) => (
          <Person key={person.id} person={person} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request: { code, name, platform } }: { readonly request: AccessRequest }) {
  const { translate } = useLanguage()
  return (
    <li>
      <p>
        <code>{code}</code> <bdi>{name || translate('page.people.unnamed')}</bdi> ·{' '}
        <span class="faint">{translate('page.people.platform', { platform: platformInWords(platform) })}</span>
      </p>
      <div class="choices">
        <AnswerForm code={code} answer="approve" label={translate('page.people.approve')} />
        <AnswerForm code={code} answer="deny" label={translate('page.people.deny')} />
      </div>
    </li>
  )
}

interface AnswerFormProps {
  readonly code: string
  readonly answer: 'approve' | 'deny'
  readonly label: string
}

function AnswerForm({ code, answer, label }: AnswerFormProps) {
  return (
    <form method="post" action={`/settings/people/${answer}/`}>
      <input type="hidden" name="code" value={code} />
      <button type="submit">
        {label}
        <span class="visually-hidden"> {code}</span>
      </button>
    </form>
  )
}

function Person({ person, now }: { readonly person: UserListItem; readonly now: Date }) {
  const { translate } = useLanguage()
  const { id, name, isOwner, isBlocked, accounts, lastActiveAt } = person
  return (
    <li>
      <p>
        <bdi>{name || translate('page.people.number', { id })}</bdi>{' '}
        {isOwner && <span class="badge">{translate('page.people.owner')}</span>}{' '}
        {isBlocked && <span class="badge">{translate('page.people.blocked')}</span>}
      </p>
      <p class="faint">
        {accounts.map(({ platform }) => platformInWords(platform)).join(', ') || translate('page.people.no-account')} ·{' '}
        {lastActiveAt ? <RelativeTime instant={lastActiveAt} now={now} /> : translate('page.people.never')}
      </p>
      {!isOwner && (isBlocked ? <Unblock id={id} name={name} /> : <Block id={id} name={name} />)}
    </li>
  )
}

type NamedUser = Pick<UserListItem, 'id' | 'name'>

function Block({ id, name }: NamedUser) {
  const { translate } = useLanguage()
  return (
    <details class="delete">
      <summary>
        {translate('page.people.block')}
        <span class="visually-hidden"> {name}</span>
      </summary>
      <form method="post" action={`/settings/people/${id}/block/`}>
        <p>{translate('page.people.block-warning')}</p>
        <button type="submit" class="danger">
          {translate('page.people.block')}
        </button>
      </form>
    </details>
  )
}

function Unblock({ id, name }: NamedUser) {
  const { translate } = useLanguage()
  return (
    <form method="post" action={`/settings/people/${id}/unblock/`}>
      <button type="submit">
        {translate('page.people.unblock')}
        <span class="visually-hidden"> {name}</span>
      </button>
    </form>
  )
}
