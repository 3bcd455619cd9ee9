import type { CommandContext } from '../conversation/deps.ts'
import { clip, plainName } from '../core/domain/text.ts'
import { formatList, type Translate } from '../core/messages/messages.ts'
import { reviewButton } from '../memory/proposals/format-proposals.ts'
import { listOpenProposals } from '../memory/proposals/proposal.ts'
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
    help: 'memories.help',
    arguments: [{ name: 'words', kind: 'text', required: false, help: 'memories.words' }],
  },
  async run(deps, { scope, translate }, { words }) {
    const themes = (await listThemes(deps.store.db, scope)).filter(({ active }) => active > 0)
    if (themes.length === 0) return { text: translate('memories.none') }
    const results = await formatFoundItems(deps, scope, words)
    if (results.length === 0) return { text: translate('memories.nothing') }
    const names = new Map(themes.map(({ slug, name }) => [slug, name]))
    const lines = results.map((result, index) => `${index + 1}. ${formatItem(result, { names, translate })}`)
    const proposals = words === undefined ? await listOpenProposals(deps.store.db, scope) : []
    return {
      text: [...(words === undefined ? [formatOverview(themes, translate)] : []), lines.join('\n'), ...pageLine(deps, translate)].join(
        '\n\n',
      ),
      buttons: [
        ...results.map(({ id }, index) => ({ label: translate('memories.forget', { number: index + 1 }), action: `/memory forget ${id}` })),
        ...(proposals.length > 0 ? [reviewButton(translate)] : []),
      ],
    }
  },
}

async function formatFoundItems(deps: CommandDeps, scope: CommandContext['scope'], words = '*'): Promise<readonly MemorySearchResult[]> {
  const { results } = await searchMemory(deps, scope, { query: words, limit: shown })
  return results
}

/** Formats how many memories there are, in total and for each of the largest themes. */
function formatOverview(themes: readonly MemoryTheme[], translate: Translate): string {
  const total = themes.reduce((sum, { active }) => sum + active, 0)
  const named = themes.slice(0, shown).map(({ name, active }) => `${plainName(name)} (${active})`)
  const others = themes.length > shown ? [translate('memories.moreThemes', { count: themes.length - shown })] : []
  const listed = others.length > 0 ? formatList([named.join(', '), ...others], translate) : named.join(', ')
  const overview = translate('memories.overview', { count: total, themes: listed })
  return total > shown ? `${overview} ${translate('memories.newest', { count: shown })}` : overview
}

function formatItem(
  { content_snippet, type, theme }: MemorySearchResult,
  { names, translate }: { readonly names: ReadonlyMap<string, string>; readonly translate: Translate },
): string {
  return `${clip(content_snippet.replace(/\s+/g, ' '), shownLength)} · ${translate('memory.type', { type })} · ${plainName(names.get(theme) ?? theme)}`
}

const pageLine = ({ webUrl }: CommandDeps, translate: Translate): string[] =>
  webUrl ? [`[${translate('memories.page')}](${new URL('/memory/', webUrl).href})`] : []
