import type { CommandContext } from '../conversation/deps.ts'
import { formatCount, plainName } from '../core/domain/text.ts'
import { dayLabelOf } from '../core/ports/clock.ts'
import { type AccessRequest, formatRequesterName, listPendingRequests } from '../people/access-requests.ts'
import { listUsers, type UserListItem } from '../people/list-users.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

/** The number of users to show. They fit on one screen. */
const shown = 20

export const users: Command = {
  declaration: { name: 'users', help: 'For owners: list users and access requests', arguments: [], forOwners: true },
  async run({ store, webUrl }, context) {
    const [requests, { users, total }] = await Promise.all([listPendingRequests(store.db, context.now), listUsers(store.db, shown)])
    const others = total > users.length ? ` The ${users.length} most recently active:` : ''
    const lines = users.map((person) => formatUser(person, context))
    return {
      text: [
        ...formatRequests(requests),
        `**${formatCount(total, 'person', 'people')}**${others}\n${lines.join('\n')}`,
        '/block 12 blocks user 12; /block 12 off unblocks them.',
        ...(webUrl ? [`[The same on the web page](${new URL('/settings/', webUrl).href})`] : []),
      ].join('\n\n'),
      buttons: requests.flatMap(({ code }) => [
        { label: `Approve ${code}`, action: `/approve ${code}` },
        { label: `Deny ${code}`, action: `/deny ${code}` },
      ]),
    }
  },
}

function formatRequests(requests: readonly AccessRequest[]): string[] {
  if (requests.length === 0) return []
  const lines = requests.map((request) => `- **${request.code}** – ${formatRequesterName(request)}, on ${request.platform}`)
  return [`**${formatCount(requests.length, 'person', 'people')} requested access**\n${lines.join('\n')}`]
}

/** Formats "- 12 – Ada (owner): telegram as Ada, web; last wrote on Tuesday 3 November 2026 (today)". */
function formatUser({ id, name, isOwner, isBlocked, accounts, lastActiveAt }: UserListItem, context: CommandContext): string {
  const marks = [...(isOwner ? ['owner'] : []), ...(isBlocked ? ['**blocked**'] : [])]
  const where = accounts.map((account) => {
    const as = plainName(account.name)
    return as === '' || as === plainName(name) ? account.platform : `${account.platform} as ${as}`
  })
  const when = lastActiveAt ? `last wrote on ${formatDayTitle(dayLabelOf(lastActiveAt, context.timezone), context)}` : 'never wrote'
  const mark = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  return `- ${id} – ${plainName(name) || 'unnamed'}${mark}: ${[where.join(', ') || 'no account', when].join('; ')}`
}
