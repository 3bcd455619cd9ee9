import type { AccessRequest } from '../../../src/people/access-requests.ts'
import type { UserList, UserListItem } from '../../../src/people/list-users.ts'
import { RelativeTime } from './time.tsx'

export interface PeopleView {
  readonly requests: readonly AccessRequest[]
  readonly list: UserList
  readonly now: Date
}

/** Members and access requests. For owners only. */
export function PeopleSettings({ view: { requests, list, now } }: { readonly view: PeopleView }) {
  const { users, total } = list
  return (
    <section class="people" id="people" aria-labelledby="people-title">
      <h2 id="people-title">Members</h2>
      {requests.length > 0 && (
        <>
          <h3>Access requests</h3>
          <p class="faint">Approve a request only if the user tells you this code themselves.</p>
          <ul>
            {requests.map((request) => (
              <Request key={request.code} request={request} />
            ))}
          </ul>
        </>
      )}
      <h3>{total > users.length ? `The ${users.length} most recent of ${total.toLocaleString('en')}` : 'Approved'}</h3>
      <ul>
        {users.map((person) => (
          <Person key={person.id} person={person} now={now} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request: { code, name, platform } }: { readonly request: AccessRequest }) {
  return (
    <li>
      <p>
        <code>{code}</code> <bdi>{name || 'Unnamed'}</bdi>, <span class="faint">on {platform}</span>
      </p>
      <div class="choices">
        <AnswerForm code={code} answer="approve" label="Approve" />
        <AnswerForm code={code} answer="deny" label="Deny" />
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
  const { id, name, isOwner, isBlocked, accounts, lastActiveAt } = person
  return (
    <li>
      <p>
        <bdi>{name || `Number ${id}`}</bdi> {isOwner && <span class="badge">owner</span>} {isBlocked && <span class="badge">blocked</span>}
      </p>
      <p class="faint">
        {accounts.map(({ platform }) => platform).join(', ') || 'no account'} ·{' '}
        {lastActiveAt ? <RelativeTime instant={lastActiveAt} now={now} /> : 'never wrote'}
      </p>
      {!isOwner && (isBlocked ? <Unblock id={id} name={name} /> : <Block id={id} name={name} />)}
    </li>
  )
}

type NamedUser = Pick<UserListItem, 'id' | 'name'>

function Block({ id, name }: NamedUser) {
  return (
    <details class="delete">
      <summary>
        Block<span class="visually-hidden"> {name}</span>
      </summary>
      <form method="post" action={`/settings/people/${id}/block/`}>
        <p>Their messages will be ignored, and they will be signed out of the page. Their stored data stays.</p>
        <button type="submit" class="danger">
          Block
        </button>
      </form>
    </details>
  )
}

function Unblock({ id, name }: NamedUser) {
  return (
    <form method="post" action={`/settings/people/${id}/unblock/`}>
      <button type="submit">
        Unblock<span class="visually-hidden"> {name}</span>
      </button>
    </form>
  )
}
