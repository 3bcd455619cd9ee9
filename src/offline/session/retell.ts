import type { Translate } from '../../core/messages/messages.ts'
import { mergeBullets, type OfflineBullet } from '../summary/draft.ts'
import { chooseFacts } from '../summary/facts.ts'
import { collectLists } from '../summary/lists.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { countStems, type StemCounts, scoreStatement } from '../summary/score.ts'
import { shorten } from '../summary/wording.ts'
import { splitWords, toTopicStems } from '../words.ts'
import type { OpenedLoop } from './follow-loops.ts'

/** What a session tells, with the messages that tell it. */
export interface RetoldSession {
  readonly summary: string
  readonly moments: readonly { readonly text: string; readonly message: number }[]
}

export interface SessionContent {
  readonly statements: readonly ResolvedStatement[]
  readonly opened: readonly OpenedLoop[]
  /** The sentences that report that something is done. */
  readonly reports: readonly ResolvedStatement[]
  readonly translate: Translate
}

const maxWords = 120
const maxMoments = 5
/** An event that scores less is no key moment. */
const minMomentScore = 3.2

/** Retells a session with its most telling sentences, and picks its key moments: decisions, what was done, and events that tell much. */
export function retellSession({ statements, opened, reports, translate }: SessionContent): RetoldSession {
  if (statements.length === 0) return { summary: '…', moments: [] }
  const counts = countStems(statements)
  const told = collectLists(statements, counts)
  const { decisions, goals, nextSteps, openLoops } = told.lists
  const done = reports.map((report): OfflineBullet => ({ text: tellReport(report, statements), ids: [report.id] }))
  const promised = opened.map(({ message }) => message)
  const toDo = [...nextSteps, ...openLoops].filter(({ ids, isUnanswered }) => !isUnanswered && ids.some((id) => promised.includes(id)))
  const facts = chooseFacts({ statements, counts, told, translate }).filter(
    ({ ids }) => !done.some((one) => one.ids.some((id) => ids.includes(id))),
  )
  const bullets = pickByWords(mergeBullets([...decisions, ...done, ...toDo, ...facts, ...goals]))
  const messages = new Set(statements.map(({ id }) => id)).size
  const summary = bullets.map(({ text }) => endSentence(text)).join(' ')
  const events = statements
    .filter(({ role, isQuestion, isUnclear }) => role === 'user' && !isQuestion && !isUnclear)
    .map((statement) => ({ text: statement.text, ids: [statement.id], score: scoreStatement(statement, counts) }))
    .filter(({ score }) => score >= minMomentScore)
    .sort((a, b) => b.score - a.score)
  return {
    summary: summary || tellBest(statements, counts) || `${translate('offline.messages', { count: messages })}.`,
    moments: pickMoments([...decisions, ...done, ...events]),
  }
}

/** In characters. */
const maxReportLength = 60
const maxToldLength = 160

/** Returns a report with the next sentence of its message, if it is short: "Quote sent! 5,360 in total." */
function tellReport(report: ResolvedStatement, statements: readonly ResolvedStatement[]): string {
  const next = statements[statements.indexOf(report) + 1]
  const isContinued = next?.id === report.id && !next.isQuestion && report.text.length < maxReportLength
  return isContinued && report.text.length + next.text.length < maxToldLength ? `${report.text} ${next.text}` : report.text
}

/** Returns the sentence of the user that tells most, where none tells much. */
function tellBest(statements: readonly ResolvedStatement[], counts: StemCounts): string | undefined {
  const [best] = statements
    .filter(({ role, isFiller, text }) => role === 'user' && !isFiller && toTopicStems(text).length > 0)
    .map((statement) => ({ statement, score: scoreStatement(statement, counts) }))
    .sort((a, b) => b.score - a.score)
  return best && shorten(best.statement.text)
}

const latest = ({ ids }: OfflineBullet): number => Math.max(...ids)

/** Takes bullets while their words fit, the first ones first, and returns them in the order of their messages. */
function pickByWords(bullets: readonly OfflineBullet[]): readonly OfflineBullet[] {
  let words = 0
  return bullets
    .filter(({ text }) => {
      const length = splitWords(text).length
      if (words + length > maxWords) return false
      words += length
      return true
    })
    .sort((a, b) => latest(a) - latest(b))
}

/** Takes one moment of a message. */
function pickMoments(bullets: readonly OfflineBullet[]): RetoldSession['moments'] {
  const byMessage = new Map<number, string>()
  for (const bullet of bullets) {
    if (byMessage.size < maxMoments && !byMessage.has(latest(bullet))) byMessage.set(latest(bullet), shorten(bullet.text))
  }
  return [...byMessage].map(([message, text]) => ({ text, message })).sort((a, b) => a.message - b.message)
}

const endSentence = (text: string): string =>
  /[\p{L}\p{N})%°$€]$/u.test(text) && !/\p{Script=Han}|\p{Script=Hiragana}/u.test(text) ? `${text}.` : text
