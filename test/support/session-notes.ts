import type { LoopId, MessageId } from '../../src/core/domain/ids.ts'
import type { LoopOwner } from '../../src/core/domain/loops.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { readSession } from '../../src/sessions/notes/read-session.ts'
import type { SessionInput } from '../../src/sessions/session-input.ts'
import type { SessionNotes } from '../../src/sessions/session-notes.ts'
import { defaultSummarySettings } from '../../src/summaries/settings.ts'
import { bot, type Said } from './offline-summary.ts'

export { bot, type Said }

/** An open loop of the user, or of somebody else. */
export type Open = string | readonly [owner: LoopOwner, text: string]

/** A session with the messages 101, 102, … and the open loops 1, 2, …. */
export const sessionOf = (said: readonly Said[], open: readonly Open[] = [], language = 'en'): SessionInput => ({
  language,
  timezone: 'Europe/Paris',
  lines: said.map((one, index) => {
    const [role, text] = typeof one === 'string' ? (['user', one] as const) : one
    const isUser = role === 'user'
    return {
      id: (101 + index) as MessageId,
      role: isUser ? 'user' : 'assistant',
      ...(isUser && { author: 'Ana' }),
      sentAt: new Date(Date.UTC(2026, 10, 18, 9, index)),
      text,
    }
  }),
  openLoops: open.map((one, index) => {
    const [owner, text] = typeof one === 'string' ? (['user', one] as const) : one
    return { id: (1 + index) as LoopId, owner, text }
  }),
})

/** The notes that the offline model takes. */
export const offlineNotes = async (input: SessionInput): Promise<SessionNotes> =>
  (await readSession({ model: offlineSummarizer, summarySettings: defaultSummarySettings }, input, new AbortController().signal)).notes

/** What a session opens, as "owner: text (due)", and closes, as "done 1". */
export async function followed(said: readonly Said[], open: readonly Open[] = [], language = 'en'): Promise<readonly string[]> {
  const { newLoops, closings } = await offlineNotes(sessionOf(said, open, language))
  return [
    ...newLoops.map(({ owner, ownerName, text, due }) => `${ownerName ?? owner}: ${text}${due === undefined ? '' : ` (${due})`}`),
    ...closings.map(({ loopId, state }) => `${state} ${loopId}`),
  ]
}
