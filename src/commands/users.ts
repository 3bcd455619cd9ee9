import type { CommandContext } from '../conversation/deps.ts'
import { plainName } from '../core/domain/text.ts'
import type { Translate } from '../core/messages/messages.ts'
import { dayLabelOf } from '../core/ports/clock.ts'
import { type AccessRequest, formatRequesterName, listPendingRequests } from '../people/access-requests.ts'
import { listUsers, type UserListItem } from '../people/list-users.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

/** The number of users to show. They fit on one screen. */
const shown = 20

export const users: Command = {
  declaration: { name: 'users', help: 'users.help', arguments: [], forOwners: true },
  async run({ store, webUrl }, context) {
    const [requests, { users, total }] = await Promise.all([listPendingRequests(store.db, context.now), listUsers(store.db, shown)])
    const { translate } = context
    const others = total > users.length ? ` ${translate('users.recent', { count: users.length })}` : ''
    const lines = users.map((person) => formatUser(person, context))
    return {
      text: [
        ...formatRequests(requests, translate),
        `**${translate('users.people', { count: total })}**${others}\n${lines.join('\n')}`,
        translate('users.howToBlock'),
        ...(webUrl ? [`[${translate('users.page')}](${new URL('/settings/', webUrl).href})`] : []),
      ].join('\n\n'),
      buttons: requests.flatMap(({ code }) => [
        { label: `${translate('button.approve')} ${code}`, action: `/approve ${code}` },
        { label: `${translate('button.deny')} ${code}`, action: `/deny ${code}` },
      ]),
    }
  },
}

function formatRequests(requests: readonly AccessRequest[], translate: Translate): string[] {
  if (requests.length === 0) return []
  const lines = requests.map(
    ({ code, name, platform }) => `- ${translate('users.requestLine', { code, name: formatRequesterName({ name }), platform })}`,
  )
  const people = translate('users.people', { count: requests.length })
  return [`${translate('users.requests', { people })}\n${lines.join('\n')}`]
}

/** Formats "- 12 – Ada (owner): telegram as Ada, web; last wrote on Tuesday 3 November 2026 (today)". */
function formatUser({ id, name, isOwner, isBlocked, accounts, lastActiveAt }: UserListItem, context: CommandContext): string {
  const { translate } = context
  const marks = [...(isOwner ? [translate('users.owner')] : []), ...(isBlocked ? [translate('users.blocked')] : [])]
  const where = accounts.map((account) => {
    const as = plainName(account.name)
    return as === '' || as === plainName(name) ? account.platform : translate('users.as', { platform: account.platform, name: as })
  })
  const when = lastActiveAt
    ? translate('users.lastWrote', { day: formatDayTitle(dayLabelOf(lastActiveAt, context.timezone), context) })
    : translate('users.neverWrote')
  const mark = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  return `- ${id} – ${plainName(name) || translate('users.unnamed')}${mark}: ${[where.join(', ') || translate('users.noAccount'), when].join('; ')}`
}
