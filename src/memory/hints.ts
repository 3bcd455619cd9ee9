import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { listThemes } from './themes.ts'

/** The largest themes, which are named. */
const maxNamedThemes = 10
/** Of the whole text, in UTF-8. */
const maxBytes = 2_048

const guidance = `Memory
- What is worth knowing about this person for long is in memory: facts, preferences, instructions. It is not shown here: call memory_search for it, with plain words, a theme, or "*" for the newest, whenever an answer may depend on who they are or what they like.
- Details of what was said on some day are in the conversation, not in memory: conversation_search.
- memory_add only what they ask you to remember, or what is clearly lasting and not sensitive; one thing an item, understandable by itself. Never copy the conversation. They are told of each item.
- Nothing is rewritten: where something has changed, memory_add the new with supersedes; memory_archive what is no longer so. memory_get reads one in full, memory_list_themes all themes.`

/** Builds the model's hints about memory: how to use it and its topics, never its contents. At most 2 KB. */
export async function buildMemoryHints(db: Db, scope: Scope): Promise<string> {
  const themes = (await listThemes(db, scope)).filter(({ active }) => active > 0).slice(0, maxNamedThemes)
  let themeLabels = themes.map(({ name, active }) => `${JSON.stringify(name)} (${active})`)
  while (Buffer.byteLength(formatHints(themeLabels)) > maxBytes) themeLabels = themeLabels.slice(0, -1)
  return formatHints(themeLabels)
}

const formatHints = (themeLabels: readonly string[]): string =>
  `${guidance}\n- ${themeLabels.length > 0 ? `Themes, with how many items they have: ${themeLabels.join(', ')}.` : 'It is empty so far.'}`

/** Replaces the hints if they cannot be read. */
export const memoryUnavailableHint = 'Memory\n- Memory is unavailable just now: go on without it, and say so where it matters.'
