import type { MessageId, PlaceId, PlatformMessageId, UserId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'

/** SQL for the ids of what a user, whose id is $1, wrote in the logs of channels, from any of their accounts. */
export const loggedByPersonSql = `(
  SELECT l.message_id FROM accounts a
  JOIN places p ON p.platform = a.platform AND p.tenant = a.tenant AND p.kind = 'shared'
  JOIN channel_authors x ON x.place_id = p.id AND x.platform_user_id = a.platform_user_id
  JOIN channel_messages l ON l.author_id = x.id WHERE a.user_id = $1)`

/** SQL for the same, of a given user. Relies on channel_authors_place_id_platform_user_id_key and channel_messages_author_id_idx. */
export function loggedBy(userId: UserId): Prisma.Sql {
  const [before = '', after = ''] = loggedByPersonSql.split('$1')
  return new Prisma.Sql([before, after], [userId])
}

/** Returns a logged message by the platform's id. It is not deleted before the transaction ends. */
export async function findLoggedMessageId(
  tx: Tx,
  { placeId, platformMessageId }: { readonly placeId: PlaceId; readonly platformMessageId: PlatformMessageId },
): Promise<MessageId | undefined> {
  const [message] = await tx.$queryRaw<{ id: MessageId }[]>`
    SELECT m.id FROM messages m JOIN channel_messages l ON l.message_id = m.id
    WHERE m.place_id = ${placeId} AND m.platform_message_id = ${platformMessageId} LIMIT 1 FOR KEY SHARE OF m`
  return message?.id
}
