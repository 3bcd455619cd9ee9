import type { InboundDeparture } from '../../../src/core/ports/platform.ts'
import { formatAddress, platformName } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import type { SlackChannelEnd } from '../payloads.ts'

/**
 * Converts the end of a channel for the bot. Undefined if somebody else has left it. Several events can report the same departure. Its
 * threads are not reported. https://docs.slack.dev/reference/events
 */
export function toDepartureEvent({ me }: Pick<SlackDeps, 'me'>, event: SlackChannelEnd): InboundDeparture | undefined {
  if (event.type === 'member_left_channel' && event.user !== me.userId) return undefined
  return {
    type: 'departure',
    // Without a title, because a channel that is gone has no name to look up.
    place: {
      platform: platformName,
      tenant: me.teamId,
      address: formatAddress({ kind: 'shared', channel: event.channel }),
      kind: 'shared',
    },
    isDeleted: event.type.endsWith('_deleted'),
  }
}
