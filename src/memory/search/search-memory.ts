import { z } from 'zod'
import { InputError } from '../../core/domain/errors.ts'
import type { MemoryId } from '../../core/domain/ids.ts'
import { detectLanguage } from '../../core/domain/languages.ts'
import { clip, storable } from '../../core/domain/text.ts'
import type { SearchDeps } from '../../search/deps.ts'
import { loadOwnLanguage } from '../../search/query/terms.ts'
import { calibrationFor } from '../../search/vectors/semantic-scores.ts'
import type { Scope } from '../../threads/scope.ts'
import { indexItems } from '../items/item-lexemes.ts'
import {
  loadMemories,
  loadNewestMemories,
  type MemoryFilter,
  type MemoryItem,
  type MemoryStatus,
  type MemoryType,
  memoryTypes,
} from '../items/memory-item.ts'
import { toSlug } from '../themes.ts'
import { extractQueryTerms, loadLexicalScores } from './lexical-scores.ts'
import { loadSimilarities } from './similarities.ts'

/** The arguments of memory.search. */
export const memorySearchInput = z.strictObject({
  query: z.string().max(10_000, 'at most 10,000 characters').default('').describe('"*": the newest'),
  limit: z.int('a whole number').min(1, 'at least 1').max(50, 'at most 50').default(10),
  theme: z.string().max(200).optional(),
  types: z.array(z.enum(memoryTypes)).min(1).optional(),
  recency_days: z.int('a whole number of days').min(1, 'at least 1').max(36_500, 'at most 36500').optional(),
  status: z.enum(['active', 'archived', 'any']).default('active'),
})

/** The arguments as callers in the code write them. Missing fields take their defaults. */
export type MemorySearchInput = z.input<typeof memorySearchInput>

export interface MemorySearchResult {
  readonly id: MemoryId
  /** The slug of the item's theme. */
  readonly theme: string
  readonly type: MemoryType
  readonly status: MemoryStatus
  readonly content_snippet: string
  readonly created_at: Date
  /** From 0 to 1, relative to the candidates of this search. Always 1 if the query matches everything. */
  readonly score: number
}

export interface MemorySearchOutput {
  readonly results: readonly MemorySearchResult[]
  /** The signals that the search used. Both are false if the query matches everything. */
  readonly signals: { readonly fts: boolean; readonly semantic: boolean }
}

/** The number of best candidates taken from each signal. */
const maxCandidates = 50
const maxSnippetChars = 300
const dayMs = 86_400_000

/**
 * Searches a user's memory within the scope. Scales each signal from 0 for the worst candidate to 1 for the best, and weights the signals
 * according to the embedding model. Throws InputError.
 */
export async function searchMemory(deps: SearchDeps, scope: Scope, input: MemorySearchInput): Promise<MemorySearchOutput> {
  const { limit, theme, types, recency_days, status, ...rest } = parseMemorySearchInput(input)
  const query = storable(rest.query)
  const filter: MemoryFilter = {
    ...(theme !== undefined && { theme: toSlug(theme) }),
    ...(types && { types }),
    ...(status !== 'any' && { status }),
    ...(recency_days && { since: new Date(deps.clock.now().getTime() - recency_days * dayMs) }),
  }
  const { db } = deps.store
  const matchesAll = ['', '*'].includes(query.trim())
  const ownLanguage = await loadOwnLanguage(db, scope.threadId)
  const languages = { query: detectLanguage(query, ownLanguage) ?? ownLanguage, texts: await indexItems(db, scope, ownLanguage) }
  const terms = matchesAll ? [] : await extractQueryTerms(db, languages, query)
  // A query that has only stop words ("what do you know about me?") asks for everything.
  if (terms.length === 0) {
    const newest = await loadNewestMemories(db, scope, { ...filter, limit })
    return { results: newest.map((item) => toSearchResult(item, 1)), signals: { fts: false, semantic: false } }
  }
  const embedder = await deps.embeddings?.embedder()
  const [rawWordScores, rawSemanticScores] = await Promise.all([
    loadLexicalScores(db, scope, { terms, filter, limit: maxCandidates }),
    embedder && loadSimilarities({ ...deps, embedder }, scope, { text: query, filter, limit: maxCandidates }),
  ])
  const weight = rawSemanticScores && embedder ? calibrationFor(embedder.model).weight : 0
  const [wordScores, semanticScores] = [normalizeScores(rawWordScores), normalizeScores(rawSemanticScores ?? new Map<MemoryId, number>())]
  const items = await loadMemories(db, scope, [...new Set([...rawWordScores.keys(), ...semanticScores.keys()])])
  const results = items
    .map((item) => {
      // An item without a vector of this model is ranked by its words only.
      const semanticWeight = item.embeddingModel === embedder?.model ? weight : 0
      return { item, score: semanticWeight * (semanticScores.get(item.id) ?? 0) + (1 - semanticWeight) * (wordScores.get(item.id) ?? 0) }
    })
    .sort((a, b) => b.score - a.score || b.item.createdAt.getTime() - a.item.createdAt.getTime() || b.item.id - a.item.id)
    .slice(0, limit)
    .map(({ item, score }) => toSearchResult(item, score))
  return { results, signals: { fts: true, semantic: rawSemanticScores !== undefined } }
}

function parseMemorySearchInput(input: MemorySearchInput): z.output<typeof memorySearchInput> {
  const parsed = memorySearchInput.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InputError(`"${issue?.path.join('.')}" is not valid: expected ${issue?.message ?? 'another value'}.`)
}

/** Scales scores so that the lowest becomes 0 and the highest 1. If all are equal, all become 1. */
function normalizeScores(scores: ReadonlyMap<MemoryId, number>): ReadonlyMap<MemoryId, number> {
  const [lowest, highest] = [Math.min(...scores.values()), Math.max(...scores.values())]
  return new Map(Array.from(scores, ([id, value]) => [id, highest > lowest ? (value - lowest) / (highest - lowest) : 1]))
}

function toSearchResult({ id, theme, type, status, content, createdAt }: MemoryItem, score: number): MemorySearchResult {
  return {
    id,
    theme,
    type,
    status,
    content_snippet: clip(content, maxSnippetChars),
    created_at: createdAt,
    score: Math.round(score * 1_000) / 1_000,
  }
}
