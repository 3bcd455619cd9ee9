import type { Message } from '../../core/domain/messages.ts'
import { hasQuestionMark, splitAtMarks } from '../../core/domain/questions.ts'
import { clip } from '../../core/domain/text.ts'
import { openSearch, type SearchState } from '../../search/open-search.ts'
import { isWorthSearching } from '../../search/query/intent-cues.ts'
import { keyOf, leaderCount } from '../../search/rank/rank.ts'
import type { RankedResult } from '../../search/rank/ranking.ts'
import { rankConversation, type SearchInput } from '../../search/search.ts'
import { buildSnippet, findSearchedWords, type SearchedWords, type SearchWording, selectWordsOf } from '../../search/snippet.ts'
import type { Db } from '../../store/store.ts'
import type { ContextDeps } from '../deps.ts'
import { findPreviousExchange, repliedToIn } from './recent-messages.ts'
import { loadPostedMessages } from './references.ts'
import type { OmittedContent } from './report.ts'
import type { ContextPartInput, ShownContent } from './section.ts'

/**
 * Results with a lower score or query coverage are not worth their tokens. Tuned with `npm run eval`: of the questions whose answer the
 * search finds, nine in ten pass. Of the questions about other people's conversations, half do.
 */
const recallFloor = { score: 0.35, share: 0.25 }

/** The floor while budget is left: a result that turns out to be unrelated costs nothing else its place. */
const spareBudgetFloor = { score: 0.2, share: 0.15 }

export interface PassageSearch {
  readonly query: string
  readonly shown: ShownContent
  /** Whether the part has more than its usual budget. */
  readonly hasSpareBudget: boolean
}

type RecallSearch = Pick<SearchInput, 'since' | 'until' | 'relatedText'> & { readonly query: string }

export interface FoundPassage {
  readonly result: RankedResult
  /** What the search that found it looked for. */
  readonly wording: SearchWording
}

export interface FoundPassages {
  /** Best first. */
  readonly found: readonly FoundPassage[]
  readonly omitted: readonly OmittedContent[]
}

/** Finds the results that are relevant enough and not shown yet. */
export async function findPassages(input: ContextPartInput, { query, shown, hasSpareBudget }: PassageSearch): Promise<FoundPassages> {
  const { deps, budgets, turn } = input
  const isWide = hasSpareBudget && query !== ''
  const most = isWide ? budgets.recallHitsMax : budgets.recallHits
  const floor = isWide ? spareBudgetFloor : recallFloor
  const options = {
    // One extra result tells whether there are more.
    limit: most + shown.summaries.size + 1,
    min_score: floor.score,
    minQueryCoverage: floor.share,
    isSinglePage: true,
    isPlainText: true,
    excludeMessageIds: [...shown.messages],
  }
  let state: Promise<SearchState> | undefined
  // By words only, because no vector was requested ahead for other queries.
  const { embeddings: _, ...lexical } = deps
  const search = async (searchDeps: ContextDeps, asked: RecallSearch): Promise<FoundPassage[]> => {
    const query = clip(asked.query, queryLength)
    state ??= openSearch(deps, turn.scope, { excluded: options.excludeMessageIds, reading: input.reading.index })
    const { ranked, wording } = await rankConversation(searchDeps, turn.scope, { ...options, ...asked, query, state: await state })
    return ranked.flatMap((result) => (result.kind === 'message' || !shown.summaries.has(result.id) ? { result, wording } : []))
  }
  const post = hasSpareBudget ? await findRepliedPost(input) : undefined
  const exchange = hasSpareBudget ? (post?.text ?? (await quotePreviousExchange(input, query))) : ''
  // All at once, because the reply waits for them. Only rarely is the search with the exchange not needed.
  const [own, ofPost, ofExchange] = await Promise.all([
    query ? search(deps, { query }) : [],
    post ? search(lexical, { query: query || post.text, since: post.dayLabel, until: post.dayLabel }) : [],
    exchange ? search(lexical, { query: `${query}\n${exchange}`.trimStart() }) : [],
  ])
  const direct = unite(ofPost, own)
  const isLinked = isWide && direct.length > 0 && asksSomething(query)
  const linked = isLinked ? await search(lexical, { query, relatedText: await quoteBest(deps.store.db, direct) }) : []
  const good = unite(unite(direct.slice(0, leaderCount), linked.slice(0, leaderCount)), direct)
  const all = good.length < most ? unite(good, ofExchange) : good
  if (all.length > most) return { found: all.slice(0, most), omitted: [{ what: 'further results', why: `${most} at most` }] }
  const why =
    query || exchange ? 'nothing in the conversation is related closely enough to the incoming text' : 'the incoming text says too little'
  return { found: all, omitted: all.length === 0 ? [{ what: 'a search', why }] : [] }
}

/** Quotes the three best results of a question: the answer often has the words of what it continues, not those of the question. */
async function quoteBest(db: Db, found: readonly FoundPassage[]): Promise<string> {
  const best = found.slice(0, 3).flatMap(({ result, wording }) => (result.kind === 'message' ? { text: result.text, wording } : []))
  const words = await findWordsBySearch(db, best)
  return best.map(({ text, wording }) => buildSnippet(text, selectWordsOf(text, words.get(wording) ?? noWords)).text).join('\n')
}

/** Finds the words of texts that the searches which found them looked for, in one statement per search. */
export async function findWordsBySearch(
  db: Db,
  passages: readonly { readonly text: string; readonly wording: SearchWording }[],
): Promise<ReadonlyMap<SearchWording, SearchedWords>> {
  const wordings = [...new Set(passages.map(({ wording }) => wording))]
  const textsOf = (wording: SearchWording) => passages.flatMap((passage) => (passage.wording === wording ? passage.text : []))
  return new Map(
    await Promise.all(wordings.map(async (wording) => [wording, await findSearchedWords(db, textsOf(wording), wording)] as const)),
  )
}

export const noWords: SearchedWords = { terms: new Map(), hyponyms: new Map() }

const asksSomething = (text: string): boolean => splitAtMarks(text).some(hasQuestionMark)

/** Quotes the previous exchange. For small talk, only if the bot asked something, because "thanks" needs no recall. */
async function quotePreviousExchange(input: ContextPartInput, query: string): Promise<string> {
  const { asked, answered } = await findPreviousExchange(input)
  return query || asksSomething(answered) ? `${asked}\n${answered}`.trim() : ''
}

/** Adds the further results that are not among the first. */
const unite = (found: readonly FoundPassage[], further: readonly FoundPassage[]): FoundPassage[] => [
  ...found,
  ...further.filter(({ result }) => !found.some((one) => keyOf(one.result) === keyOf(result))),
]

/** Returns the post or deleted message that the messages to answer reply to. */
async function findRepliedPost({ deps, turn }: ContextPartInput) {
  const ids = [...repliedToIn(turn)]
  return ids.length > 0 ? (await loadPostedMessages(deps.store.db, turn.scope, ids)).at(-1) : undefined
}

/** The maximum number of characters of the incoming text used as the query. */
const queryLength = 2_000

/** Builds the search query for a reply. Empty if the messages are only small talk or commands. */
export function buildRecallQuery(messages: readonly Pick<Message, 'text'>[]): string {
  const texts = messages.map(({ text }) => text).filter(isWorthSearching)
  // Newest first, because a search only uses a limited number of words from the beginning of the query.
  return clip(texts.reverse().join('\n'), queryLength)
}
