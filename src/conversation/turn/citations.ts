import type { AgentAnswer } from '../../agent/run.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { createCitationButtons } from '../../core/domain/text.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import type { ModelMessage } from '../../core/ports/chat-model.ts'
import type { User } from '../../people/users.ts'
import type { Db } from '../../store/store.ts'
import { loadVisibleTexts } from '../../threads/messages/read-messages.ts'
import type { Place } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { addResults, type ContextReport, toStoredReport } from '../context/report.ts'
import type { ConversationDeps } from '../deps.ts'
import { earlyEndings, type TurnEnding } from './turn-endings.ts'

/** Validates the citations and quotations of a reply against what the model was shown and what the reader may see. */
export interface CitationCheck {
  /** Notes a request that the model is sent. A reply may only cite ids that one of them contained. */
  note(messages: readonly ModelMessage[]): void
  /** Removes invalid citations, and the marks of quotations that are not in the message cited after them. */
  clean(text: string): Promise<string>
  /** Like `clean`, for a text that is still growing: also holds back a citation that may not be complete. */
  cleanDraft(text: string): Promise<string>
}

/** Ids in labels and citations, in the JSON of tool results, and in the lines that replace them. */
const shownIds = /#(\d{1,10})(?!\d)|_ids?"?:? ?((?:\d{1,10}(?:, )?)+)/g

/** Matches [#1], [#1, #2] and [#1](link), including the space before them. */
const citation = /[ \t]*\[#\d+(?:\s*[,;&]\s*#?\d+)*\](?:\([^)\s]*\))?/g
const unfinishedCitation = /[ \t]*\[(?:#[\d\s,;&#]*)?$/

/** A text in quotation marks, or lines of a block quotation, with the citation after it. */
const inMarks = /(?:“([^“”]+)”|"([^"\n]+)"|«\s?([^«»]+?)\s?»|„([^„“”]+)[“”]|「([^「」]+)」)([.,;:!?)]{0,2}\s*(?:\[#\d+[^\]]*\]))/g
const inBlock = /^(?:[ \t]*>[^\n]*\n?)+(?:\n?[ \t]*\[#\d+[^\]]*\])?/gm

export function createCitationCheck(db: Db, scope: Scope): CitationCheck {
  const noted = new Set<number>()
  /** The texts of the messages looked up so far. Undefined if the reader may not see the message. */
  const texts = new Map<number, string | undefined>()

  async function look(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !texts.has(id))
    if (unknown.length === 0) return
    const found = await loadVisibleTexts(db, scope, unknown as MessageId[])
    for (const id of unknown) texts.set(id, found.get(id as MessageId))
  }

  async function clean(text: string): Promise<string> {
    const cited = listCitedIds(text).filter((id) => noted.has(id))
    await look(cited)
    const isValid = (id: number) => noted.has(id) && texts.get(id) !== undefined
    const validTexts = (marked: string) => listCitedIds(marked).flatMap((id) => (isValid(id) ? (texts.get(id) ?? []) : []))
    const isQuoted = (quote: string, marked: string) => isIn(quote, validTexts(marked))
    return text
      .replace(inMarks, (whole, ...groups) => {
        const [quote = '', after = ''] = [groups.slice(0, 5).find((group) => group !== undefined), groups[5]]
        return isQuoted(quote, after) ? whole : quote + after
      })
      .replace(inBlock, (lines) => {
        const isUncited = listCitedIds(lines).length === 0
        return isUncited || isQuoted(lines.replace(citation, ''), lines) ? lines : lines.replace(/^[ \t]*>[ \t]?/gm, '')
      })
      .replace(citation, (marked) => formatValidIds(marked, isValid))
  }

  return {
    note(messages) {
      for (const { content } of messages)
        for (const [, label, list] of content.matchAll(shownIds)) for (const id of (label ?? list ?? '').split(', ')) noted.add(Number(id))
    },
    clean,
    cleanDraft: (text) => clean(text.replace(unfinishedCitation, '')),
  }
}

const listCitedIds = (text: string): number[] => (text.match(citation) ?? []).flatMap(idsOf)

/** The ids of a citation, without the numbers in its link. */
const idsOf = (marked: string): number[] => (/^[^\]]*/.exec(marked)?.[0].match(/\d+/g) ?? []).map(Number)

function formatValidIds(marked: string, isValid: (id: number) => boolean): string {
  const ids = idsOf(marked)
  const valid = ids.filter(isValid)
  if (valid.length === ids.length) return marked
  return valid.map((id) => ` [#${id}]`).join('')
}

/** Whether each part of a quotation, which may leave words out, is in one of the texts. */
function isIn(quote: string, texts: readonly string[]): boolean {
  const parts = quote.split(/\[?(?:…|\.\.\.)\]?/).map(normalize)
  return texts.map(normalize).some((text) => parts.every((part) => text.includes(part)))
}

/** Reduces a text to lower-case letters and digits, because a quotation may change its markup and punctuation. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Validates the citations of an answer. An answer that is nothing but an invalid citation stays, without its form. */
const cleanAnswer = async (citations: CitationCheck, text: string): Promise<string> =>
  (await citations.clean(text)).trim() ? citations.clean(text) : text.replace(/[[\]]/g, '')

interface ReplyResult {
  readonly user: User
  readonly place: Place
  readonly answer: AgentAnswer
  readonly report: ContextReport
  readonly draftId: TurnEnding['draftId']
}

/** Creates the ending of a turn that the model answered, without citations of messages that it was not shown. */
export async function createReplyEnding(
  { model, limits }: Pick<ConversationDeps, 'model' | 'limits'>,
  citations: CitationCheck,
  { user, place, answer, report, draftId }: ReplyResult,
): Promise<TurnEnding> {
  const text = await cleanAnswer(citations, answer.text)
  // The buttons open private pages, so only the user may see them.
  const buttons = place.kind === 'direct' ? createCitationButtons(text) : []
  return {
    state: 'done',
    kind: 'chat',
    text: text + (answer.stoppedEarly ? earlyEndings[answer.stoppedEarly](translatorOf(user.language), limits) : ''),
    tools: answer.toolCalls.map(({ call, output }) => ({ tool: call, text: output })),
    buttons,
    draftId,
    isCutOff: answer.stoppedEarly === 'length',
    model: model.name,
    calls: answer.rounds,
    ...(answer.usage && { usage: answer.usage }),
    context: toStoredReport(addResults(report, answer), model.name, answer.toolCalls),
  }
}
