import type { CommandContext } from '../conversation/deps.ts'
import { clip, formatCount, plainName } from '../core/domain/text.ts'
import { type MemorySearchResult, searchMemory } from '../memory/search/search-memory.ts'
import { listThemes, type MemoryTheme } from '../memory/themes.ts'
import type { Command, CommandDeps } from './shared/command.ts'

/** The number of memories to show. They fit on one screen. */
const shown = 10
/** The maximum length of a memory in the list, in characters. */
const shownLength = 120

export const memories: Command = {
  declaration: {
    name: 'memories',
    help: 'Show what I remember about you, or search it',
    arguments: [{ name: 'words', kind: 'text', required: false, help: 'What to look for; the newest if omitted' }],
  },
  async run(deps, { scope }, { words }) {
    const themes = (await listThemes(deps.store.db, scope)).filter(({ active }) => active > 0)
    if (themes.length === 0)
      return {
        text: 'I remember nothing yet. Ask me to remember something, or write it after /remember. It stays until you delete it.',
      }
    const results = await formatFoundItems(deps, scope, words)
    if (results.length === 0) return { text: 'I remember nothing about that. Send /memories alone to see the newest.' }
    const names = new Map(themes.map(({ slug, name }) => [slug, name]))
    const lines = results.map((result, index) => `${index + 1}. ${formatItem(result, names)}`)
    return {
      text: [...(words === undefined ? [formatOverview(themes)] : []), lines.join('\n'), ...pageLine(deps)].join('\n\n'),
      buttons: results.map(({ id }, index) => ({ label: `Forget ${index + 1}`, action: `/memory forget ${id}` })),
    }
  },
}

async function formatFoundItems(deps: CommandDeps, scope: CommandContext['scope'], words = '*'): Promise<readonly MemorySearchResult[]> {
  const { results } = await searchMemory(deps, scope, { query: words, limit: shown })
  return results
}

/** Formats how many memories there are, in total and for each of the largest themes. */
function formatOverview(themes: readonly MemoryTheme[]): string {
  const total = themes.reduce((sum, { active }) => sum + active, 0)
  const named = themes.slice(0, shown).map(({ name, active }) => `${plainName(name)} (${active})`)
  const others = themes.length > shown ? ` and ${formatCount(themes.length - shown, 'more theme')}` : ''
  const newest = total > shown ? ` The newest ${shown}:` : ''
  return `**I remember ${formatCount(total, 'thing')}**, about ${named.join(', ')}${others}.${newest}`
}

function formatItem({ content_snippet, type, theme }: MemorySearchResult, names: ReadonlyMap<string, string>): string {
  return `${clip(content_snippet.replace(/\s+/g, ' '), shownLength)} · ${type} · ${plainName(names.get(theme) ?? theme)}`
}

const pageLine = ({ webUrl }: CommandDeps): string[] =>
  webUrl ? [`[All memories, including archived ones, on the web page](${new URL('/memory/', webUrl).href})`] : []
