import { z } from 'zod'
import { InputError } from '../core/errors.ts'
import type { MemoryId } from '../core/ids.ts'
import { clip, storable } from '../core/text.ts'
import { languageOf } from '../recall/terms.ts'
import { calibrationOf } from '../recall/vectors/calibration.ts'
import type { MeaningParts } from '../recall/vectors/meaning.ts'
import type { Scope } from '../threads/scope.ts'
import {
  type MemoryFilter,
  type MemoryItem,
  type MemoryStatus,
  type MemoryType,
  memoriesById,
  memoryTypes,
  newestMemories,
} from './item.ts'
import { lexicalScores, termsIn } from './lexical.ts'
import { similarities } from './nearest.ts'
import { slugOf } from './themes.ts'
import { inLanguage } from './words.ts'

/** The arguments of memory.search. */
export const memorySearchInput = z.strictObject({
  query: z
    .string()
    .max(10_000, 'at most 10,000 characters')
    .default('')
    .describe('What to look for, in plain words; "*" or nothing gives the newest.'),
  limit: z.int('a whole number').min(1, 'at least 1').max(50, 'at most 50').default(10),
  theme: z.string().max(200).optional().describe('Only of this theme.'),
  types: z.array(z.enum(memoryTypes)).min(1).optional(),
  recency_days: z.int('a whole number of days').min(1, 'at least 1').max(36_500, 'at most 36500').optional(),
  status: z.enum(['active', 'archived', 'any']).default('active'),
})

/** As callers in the code write it; what is left out has its default. */
export type MemorySearchInput = z.input<typeof memorySearchInput>

export interface MemoryResult {
  readonly id: MemoryId
  /** The slug of its theme. */
  readonly theme: string
  readonly type: MemoryType
  readonly status: MemoryStatus
  readonly content_snippet: string
  readonly created_at: Date
  /** From 0 to 1, among what this search looked at; 1 where everything matches. */
  readonly score: number
}

export interface MemoryOutput {
  readonly results: readonly MemoryResult[]
  /** What the search was made with: neither where everything matches. */
  readonly signals: { readonly fts: boolean; readonly semantic: boolean }
}

/** So many of the best of each signal are looked at. */
const candidates = 50
const snippetLength = 300
const dayMs = 86_400_000

/**
 * Searches what is remembered of a person, as far as the scope sees it. Each signal is stretched over its candidates, from the
 * worst, 0, to the best, 1; the weight of the embedding model decides between them. Throws InputError.
 */
export async function searchMemory(parts: MeaningParts, scope: Scope, input: MemorySearchInput): Promise<MemoryOutput> {
  const { limit, theme, types, recency_days, status, ...rest } = checked(input)
  const query = storable(rest.query)
  const filter: MemoryFilter = {
    ...(theme !== undefined && { theme: slugOf(theme) }),
    ...(types && { types }),
    ...(status !== 'any' && { status }),
    ...(recency_days && { since: new Date(parts.clock.now().getTime() - recency_days * dayMs) }),
  }
  const { db } = parts.store
  const language = await languageOf(db, scope.threadId)
  const isAll = ['', '*'].includes(query.trim())
  const terms = isAll ? [] : await termsIn(db, language, query)
  // A question of nothing but ordinary words ("what do you know about me?") asks for everything.
  if (terms.length === 0) {
    const newest = await newestMemories(db, scope, { ...filter, limit })
    return { results: newest.map((item) => resultOf(item, 1)), signals: { fts: false, semantic: false } }
  }
  await inLanguage(db, scope, language)
  const embedder = await parts.embeddings?.embedder()
  const [lexical, similar] = await Promise.all([
    lexicalScores(db, scope, { terms, filter, limit: candidates }),
    embedder && similarities({ ...parts, embedder }, scope, { text: query, filter, limit: candidates }),
  ])
  const weight = similar && embedder ? calibrationOf(embedder.model).weight : 0
  const [byWords, byMeaning] = [stretched(lexical), stretched(similar ?? new Map<MemoryId, number>())]
  const items = await memoriesById(db, scope, [...new Set([...lexical.keys(), ...byMeaning.keys()])])
  const results = items
    .map((item) => {
      // What has no vector of this model yet is judged by its words alone.
      const share = item.embeddingModel === embedder?.model ? weight : 0
      return { item, score: share * (byMeaning.get(item.id) ?? 0) + (1 - share) * (byWords.get(item.id) ?? 0) }
    })
    .sort((a, b) => b.score - a.score || b.item.createdAt.getTime() - a.item.createdAt.getTime() || b.item.id - a.item.id)
    .slice(0, limit)
    .map(({ item, score }) => resultOf(item, score))
  return { results, signals: { fts: true, semantic: similar !== undefined } }
}

function checked(input: MemorySearchInput): z.output<typeof memorySearchInput> {
  const read = memorySearchInput.safeParse(input)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new InputError(`"${issue?.path.join('.')}" of a search in memory is wrong: it takes ${issue?.message ?? 'another value'}.`)
}

/** The least to 0, the most to 1; where all are alike, all to 1. */
function stretched(values: ReadonlyMap<MemoryId, number>): ReadonlyMap<MemoryId, number> {
  const [least, most] = [Math.min(...values.values()), Math.max(...values.values())]
  return new Map(Array.from(values, ([id, value]) => [id, most > least ? (value - least) / (most - least) : 1]))
}

function resultOf({ id, theme, type, status, content, createdAt }: MemoryItem, score: number): MemoryResult {
  return {
    id,
    theme,
    type,
    status,
    content_snippet: clip(content, snippetLength),
    created_at: createdAt,
    score: Math.round(score * 1_000) / 1_000,
  }
}
