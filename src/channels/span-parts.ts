import type { TimeSpan } from '../core/dates/parse-span.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { readSpan } from './cascade/channel-lines.ts'
import { splitLines } from './cascade/split-lines.ts'
import type { Channel } from './channel.ts'
import type { ChannelDeps } from './deps.ts'
import { windowMs } from './pyramid.ts'
import { type ChannelSummary, summaryColumns } from './read-pyramid.ts'
import type { ChannelLine } from './summary-material.ts'

export interface WindowedSummary extends ChannelSummary {
  readonly firstWindow: Date
  readonly lastWindow: Date
}

/** A part of a span: a summary that the pyramid has, or messages that the model reads at once. */
export type SpanPart = { readonly summary: WindowedSummary } | { readonly lines: readonly ChannelLine[] }

/** Returns the summaries of the pyramid that lie within a span and are part of no other such summary. Relies on channel_summaries_windows_idx. */
export function listSummariesWithin(db: Db, { placeId }: Channel, { from, to }: TimeSpan): Promise<WindowedSummary[]> {
  const isWithin = (alias: Prisma.Sql) => Prisma.sql`
    ${alias}.place_id = ${placeId} AND ${alias}.is_used AND ${alias}.first_window >= ${from}
    AND ${alias}.last_window <= ${new Date(to.getTime() - windowMs)}`
  return db.$queryRaw<WindowedSummary[]>`
    SELECT ${summaryColumns}, s.first_window AS "firstWindow", s.last_window AS "lastWindow"
    FROM channel_summaries s WHERE ${isWithin(Prisma.sql`s`)} AND NOT EXISTS (
      SELECT 1 FROM channel_summaries above
      WHERE ${isWithin(Prisma.sql`above`)} AND above.level = s.level + 1 AND above.ordinal = s.ordinal / 2)
    ORDER BY s.first_window`
}

/**
 * Yields all parts of a span, the newest first: the summaries, which are given in order, and the messages between and beside them, a page at
 * a time. A message that is too long for one part continues in the next.
 */
export async function* readParts(
  { store: { db }, channelSettings }: Pick<ChannelDeps, 'store' | 'channelSettings'>,
  channel: Channel,
  { from, to }: TimeSpan,
  summaries: readonly WindowedSummary[],
): AsyncGenerator<SpanPart> {
  let end = to
  for (const summary of [undefined, ...summaries].reverse()) {
    const start = summary ? endOf(summary) : from
    for await (const page of readSpan(db, channel, { from: start, to: end }, channelSettings.spanPageSize))
      for (const lines of splitLines(page, channelSettings.maxPartTokens, channel.timezone).reverse()) yield { lines }
    if (!summary) return
    yield { summary }
    end = summary.firstWindow
  }
}

/** When the last window of a summary ends. */
export const endOf = ({ lastWindow }: WindowedSummary): Date => new Date(lastWindow.getTime() + windowMs)
