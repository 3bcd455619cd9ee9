import type { MessageId } from '../../core/domain/ids.ts'
import { clip, storable } from '../../core/domain/text.ts'
import { foldText } from '../../offline/words.ts'
import type { ProcessedSession } from '../deps.ts'
import type { ShownLoop } from '../session-input.ts'
import type { SessionName, SessionNotes } from '../session-notes.ts'
import type { SessionSettings } from '../settings.ts'

/** In characters. */
const maxToneLength = 40
const maxNameLength = 100
const maxMomentLength = 300
const maxLoopLength = 500

interface NotesContext {
  readonly session: Pick<ProcessedSession, 'messageIds' | 'language'>
  readonly openLoops: readonly ShownLoop[]
  readonly settings: SessionSettings
}

/** Drops what cites a message that is not in the session, or a loop that was not shown, and shortens what is too long. */
export function validateNotes(notes: SessionNotes, { session, openLoops, settings }: NotesContext): SessionNotes {
  const order = new Map(session.messageIds.map((id, index) => [id, index]))
  const isMember = ({ messageId }: { readonly messageId: MessageId }) => order.has(messageId)
  const shownLoops = new Set(openLoops.map(({ id }) => id))
  const tone = toText(notes.tone ?? '', maxToneLength)
  const moments = notes.moments
    .filter(isMember)
    .map((moment) => ({ messageId: moment.messageId, text: toText(moment.text, maxMomentLength) }))
    .filter(({ text }) => text !== '')
    .slice(0, settings.maxMoments)
  return {
    summary: limitWords(storable(notes.summary).trim(), settings.maxSummaryWords, session.language),
    ...(tone !== '' && { tone }),
    names: dropRepeatedNames(notes.names.filter(isMember)).slice(0, settings.maxNames),
    moments: moments.sort((a, b) => (order.get(a.messageId) ?? 0) - (order.get(b.messageId) ?? 0)),
    newLoops: notes.newLoops
      .filter(isMember)
      .map((loop) => ({ ...loop, text: toText(loop.text, maxLoopLength) }))
      .filter(({ text }) => text !== ''),
    closings: notes.closings.filter((closing) => isMember(closing) && shownLoops.has(closing.loopId)),
  }
}

/** Keeps each name once per message. */
function dropRepeatedNames(names: readonly SessionName[]): SessionName[] {
  const kept = new Map<string, SessionName>()
  for (const { kind, messageId, ...named } of names) {
    const name = toText(named.name, maxNameLength)
    const key = `${messageId} ${foldText(name)}`
    if (name !== '' && !kept.has(key)) kept.set(key, { kind, name, messageId })
  }
  return [...kept.values()]
}

const toText = (text: string, length: number): string => clip(storable(text).replace(/\s+/g, ' ').trim(), length)

/** Returns at most `limit` words of a text. Chinese and Japanese are counted in words too. */
function limitWords(text: string, limit: number, language: string): string {
  let words = 0
  for (const { isWordLike, index } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike && ++words > limit) return `${text.slice(0, index).trimEnd()}…`
  return text
}
