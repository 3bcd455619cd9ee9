import { PlatformError } from '../../core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId, ThreadId } from '../../core/domain/ids.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Store } from '../../store/store.ts'
import type { Senders } from './outbox.ts'

interface WithdrawDeps {
  readonly store: Store
  readonly senders: Senders
  readonly log: Log
}

interface WithdrawnPart {
  readonly text: string
  readonly platform: string
  readonly address: PlaceAddress
  readonly platformMessageId: PlatformMessageId
}

/**
 * Removes the buttons of a thread's messages whose first button gives a command, once they have served. A message that the platform does
 * not let us edit keeps them: they still work. Relies on messages_posted_idx.
 */
export async function withdrawButtons({ store, senders, log }: WithdrawDeps, threadId: ThreadId, command: string): Promise<void> {
  const parts = await store.db.$queryRaw<WithdrawnPart[]>`
    UPDATE deliveries d SET buttons = NULL FROM messages m JOIN places p ON p.id = m.place_id
    WHERE m.id = d.message_id AND m.thread_id = ${threadId} AND m.kind = 'notice' AND m.deleted_at IS NULL
      AND d.state = 'sent' AND d.platform_message_id IS NOT NULL AND d.buttons->0->>'action' LIKE ${`${command} %`}
    RETURNING d.text, p.platform, p.address, d.platform_message_id AS "platformMessageId"`
  for (const { text, platform, address, platformMessageId } of parts)
    await senders
      .get(platform)
      ?.edit?.(address, platformMessageId, { text })
      .catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error
        log.debug({ platform, error: error.message }, 'the buttons of a message were not removed')
      })
}
