import type { DayLabel, MessageId } from '../../core/domain/ids.ts'
import type { PlaceKind } from '../../core/domain/messages.ts'
import type { Button, PlatformName } from '../../core/ports/platform.ts'
import type { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { isAnswerableAgain, isAwaitingAnswer, partialReplySql } from '../turn/answer-again.ts'

/** Why a delivery needs attention: it failed, or its outcome is unknown. */
export type DeliveryProblem = 'failed' | 'unknown'

/** Why a reply is only a part of what was to be written. */
export type PartialReply = 'stopped' | 'cut-off'

/** What a reader sees of a message besides its text. */
export interface MessageDetails {
  readonly id: MessageId
  readonly day: DayLabel
  readonly timezone: string
  readonly platform: PlatformName
  readonly placeKind: PlaceKind
  readonly title: string
  readonly collapsed: boolean
  readonly problem: DeliveryProblem | null
  /** Whether it is still to be answered. Until then, its files may arrive. */
  readonly isAwaitingAnswer: boolean
  /** Whether it was edited after its reply, which can be regenerated. */
  readonly mayAnswerAgain: boolean
  readonly partial: PartialReply | null
  /** The buttons of each part, in order. Null for a part without buttons. */
  readonly buttons: readonly (readonly Button[] | null)[]
}

/**
 * Returns the details of the messages m that meet a condition and that the scope may see. Relies on messages_pkey and
 * deliveries_message_id_part_key.
 */
export function loadMessageDetails(db: Db, scope: Scope, condition: Prisma.Sql): Promise<MessageDetails[]> {
  return db.$queryRaw<MessageDetails[]>(planOnce`
    SELECT m.id, s.day_label AS day, s.timezone, p.platform, p.kind AS "placeKind", p.title,
      coalesce(bool_or(d.collapsed), FALSE) AS collapsed,
      CASE WHEN bool_or(d.state = 'failed') THEN 'failed' WHEN bool_or(d.state = 'unknown') THEN 'unknown' END AS problem,
      ${isAwaitingAnswer} AS "isAwaitingAnswer", ${isAnswerableAgain} AS "mayAnswerAgain", ${partialReplySql} AS partial,
      coalesce(jsonb_agg(d.buttons ORDER BY d.part) FILTER (WHERE d.buttons IS NOT NULL), '[]'::jsonb) AS buttons
    FROM messages m JOIN day_segments s ON s.id = m.segment_id JOIN places p ON p.id = m.place_id
    LEFT JOIN deliveries d ON d.message_id = m.id
    WHERE ${condition} AND ${visibleTo(scope, 'm')}
    GROUP BY m.id, s.id, p.id`)
}
