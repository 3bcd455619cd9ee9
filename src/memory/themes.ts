import { type Db, planOnce } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'

export interface MemoryTheme {
  readonly slug: string
  readonly name: string
  /** The numbers of active and archived items. */
  readonly active: number
  readonly archived: number
}

/** The theme of items without one. */
export const defaultTheme = 'General'

/** Returns the slug of a theme's name: its letters and digits in lower case, with hyphens in between. Empty if it has none. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/** One to three words of letters and digits, so that the name of a theme is no sentence. */
const plainTheme = /^[\p{L}\p{M}\p{N}'’]{1,24}(?:(?: ?& ?|[ /-])[\p{L}\p{M}\p{N}'’]{1,24}){0,2}$/u

/** Returns the theme for what a model notes: the one it names if there is such a theme or the name is plain. The default theme otherwise. */
export async function chooseTheme(db: Db, scope: Scope, name: string): Promise<string> {
  if (plainTheme.test(name)) return name
  const slug = toSlug(name)
  return (await listThemes(db, scope)).some((theme) => theme.slug === slug) ? name : defaultTheme
}

/**
 * Returns the themes that a scope may see, those with the most active items first. Relies on memory_themes_user_id_audience_slug_key and
 * memory_items_theme_id_status_idx.
 */
export async function listThemes(db: Db, scope: Scope): Promise<MemoryTheme[]> {
  return db.$queryRaw<MemoryTheme[]>(planOnce`
    SELECT t.slug, (array_agg(t.name ORDER BY t.id))[1] AS name, sum(items.active)::int AS active, sum(items.archived)::int AS archived
    FROM memory_themes t CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE i.status = 'active') AS active, count(*) FILTER (WHERE i.status = 'archived') AS archived
      FROM memory_items i WHERE i.theme_id = t.id
    ) items
    WHERE ${ownedBy(scope, 't')} AND items.active + items.archived > 0 GROUP BY t.slug ORDER BY active DESC, t.slug`)
}

/** Whether there is anything to search or read, or anything to archive. False if the themes could not be read. */
export const hasItems = ({ themes = [] }: KnownThemes): boolean => themes.length > 0
export const hasActiveItems = ({ themes = [] }: KnownThemes): boolean => themes.some(({ active }) => active > 0)

/** Whether there are more themes than the hints name. */
export const hasUnnamedThemes = ({ themes = [] }: KnownThemes): boolean => themes.filter(({ active }) => active > 0).length > maxNamedThemes

interface KnownThemes {
  readonly themes: readonly MemoryTheme[] | undefined
}

/** The maximum number of themes named in the hints. The largest themes come first. */
const maxNamedThemes = 10
/** The maximum size of the whole text in UTF-8. */
const maxBytes = 2_048

const introduction = `Memory
- Memory holds lasting facts, preferences and instructions of this person. Details of what was said on a given day are in the conversation.`

/** How to use each tool. Only the lines of the tools that are shown are used. */
const usage = {
  memory_add: `- Use memory_add only for what they ask you to remember, or what is clearly lasting and not sensitive. Put one thing in each item, understandable by itself. Never copy the conversation. They are notified of each item.`,
  memory_search: `- The content is not shown here: call memory_search with plain words, a theme, or "*" for the newest, whenever an answer may depend on who they are or what they like.`,
  memory_archive: `- Items are never rewritten. If something has changed, use memory_add with supersedes. If it is no longer true, use memory_archive.`,
}

export interface MemoryHints {
  /** How to use memory, in our own words. */
  readonly guidance: string
  /** The largest themes, by their slugs, which contain nothing but letters, digits and hyphens. Absent if there are none. */
  readonly themes?: string
}

/**
 * Builds the hints about memory for a model that is shown these tools: how to use them, and which themes there are, but never the contents.
 * At most 2 KB. Undefined if the model has no tools for memory. If the themes could not be read, says that memory is unavailable.
 */
export function buildMemoryHints({ themes }: KnownThemes, tools: readonly string[]): MemoryHints | undefined {
  const lines = Object.entries(usage).flatMap(([tool, line]) => (tools.includes(tool) ? line : []))
  if (lines.length === 0) return undefined
  if (!themes) return { guidance: unavailable }
  const guidance = [introduction, ...lines, ...(hasItems({ themes }) ? [] : ['- It is empty so far.'])].join('\n')
  let labels = themes
    .filter(({ active }) => active > 0)
    .slice(0, maxNamedThemes)
    .map(({ slug, active }) => `${slug} (${active})`)
  while (Buffer.byteLength(guidance + formatThemes(labels)) > maxBytes) labels = labels.slice(0, -1)
  return labels.length > 0 ? { guidance, themes: formatThemes(labels) } : { guidance }
}

const formatThemes = (labels: readonly string[]): string => `Themes of the memory, with their number of items: ${labels.join(', ')}.`

const unavailable = 'Memory\n- Memory is unavailable right now. Continue without it, and say so where it matters.'
