import type { LoopId, MessageId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import { cutToWords } from '../../core/lib/cut-to-words.ts'
import { foldText } from '../../offline/words.ts'
import type { SessionInput, SessionLine } from '../session-input.ts'
import type { FoundLoop, KeyMoment, LoopClosing, SessionName, SessionNotes } from '../session-notes.ts'
import { noteLimits } from './limits.ts'
import type { AnsweredNotes } from './parse-answer.ts'
import { SourceLines } from './source-lines.ts'

export interface ValidatedNotes {
  readonly notes: SessionNotes
  /** The number of loops and closings dropped because they name no message or open loop that was shown. */
  readonly unknownCount: number
}

/**
 * Keeps what may be stored of an answer about a session, within the limits of notes. The answers of all models pass here, those of the
 * offline model too.
 */
export function validateNotes(answered: AnsweredNotes, input: SessionInput): ValidatedNotes {
  const { lines, openLoops } = input
  const sources = new SourceLines(input)
  const shownLoops = new Map(openLoops.map((loop) => [loop.id as number, loop]))
  const isKnown = ({ message, loop }: { readonly message: number; readonly loop?: number }) =>
    sources.has(message) && (loop === undefined || shownLoops.has(loop))
  const newLoops = answered.newLoops.filter((loop) => isKnown(loop) && sources.opens(loop))
  const closings = answered.closings.filter((closing) => {
    const loop = shownLoops.get(closing.loop)
    return loop !== undefined && isKnown(closing) && sources.closes(closing, loop)
  })
  return {
    notes: {
      summary: cutToWords(answered.summary, noteLimits.summaryWords, noteLimits.summaryLength),
      ...toTone(answered.tone),
      names: toNames(answered.names.filter(isKnown)),
      moments: toMoments(answered.moments.filter(isKnown), lines),
      newLoops: newLoops.slice(0, noteLimits.newLoops).map((loop) => toFoundLoop(loop, sources)),
      closings: toClosings(closings),
    },
    unknownCount: [...answered.newLoops, ...answered.closings].filter((entry) => !isKnown(entry)).length,
  }
}

function toTone(tone: string | undefined): { readonly tone?: string } {
  const words = (tone ?? '')
    .replace(/[.,;:!?"“”]+/g, ' ')
    .trim()
    .split(/\s+/)
  const short = words.slice(0, noteLimits.toneWords).join(' ')
  return short === '' || short.length > noteLimits.toneLength || /^(null|none|neutral|n\/a)$/i.test(short) ? {} : { tone: short }
}

function toNames(names: AnsweredNotes['names']): readonly SessionName[] {
  const byKey = new Map<string, SessionName>()
  for (const { kind, name, message } of names) {
    if (name.length > noteLimits.nameLength || !/\p{L}/u.test(name)) continue
    const key = foldText(name)
    if (!byKey.has(key)) byKey.set(key, { kind, name, messageId: message as MessageId })
  }
  return [...byKey.values()].slice(0, noteLimits.names)
}

function toMoments(moments: AnsweredNotes['moments'], lines: readonly SessionLine[]): readonly KeyMoment[] {
  const order = new Map(lines.map(({ id }, index) => [id, index]))
  const position = ({ messageId }: KeyMoment) => order.get(messageId) ?? 0
  return moments
    .slice(0, noteLimits.moments)
    .map(({ text, message }) => ({ text: clip(text, noteLimits.momentLength), messageId: message as MessageId }))
    .sort((a, b) => position(a) - position(b))
}

const toFoundLoop = ({ owner, ownerName, text, due, message }: AnsweredNotes['newLoops'][number], sources: SourceLines): FoundLoop => ({
  owner,
  ...(owner === 'other' &&
    ownerName !== undefined &&
    sources.namesPerson(ownerName) && { ownerName: clip(ownerName, noteLimits.nameLength) }),
  text: clip(text, noteLimits.loopLength),
  // A longer one states no day.
  ...(due !== undefined && due.length <= noteLimits.dueLength && sources.namesDue(due, message) && { due }),
  messageId: message as MessageId,
})

/** Keeps the first closing of each loop. */
function toClosings(closings: AnsweredNotes['closings']): readonly LoopClosing[] {
  const byLoop = new Map<number, LoopClosing>()
  for (const { loop, message, state } of closings) {
    if (!byLoop.has(loop)) byLoop.set(loop, { loopId: loop as LoopId, messageId: message as MessageId, state })
  }
  return [...byLoop.values()]
}
