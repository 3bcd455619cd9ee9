import { type SearchInput, type SearchOutput, searchConversation } from '../../src/search/search.ts'
import type { MessageResult, SearchResult } from '../../src/search/search-results.ts'
import type { Store } from '../../src/store/store.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import type { TestPerson } from '../support/conversation.ts'
import { privately, searchDeps } from './support.ts'

/** The author, the time and the text of an imported message. */
export type ImportedLine = readonly [author: string, at: string, text: string]

/** Imports lines of several authors into a person's thread. */
export async function importLines(store: Store, person: Pick<TestPerson, 'userId' | 'timezone'>, lines: readonly ImportedLine[]) {
  await importMessages(searchDeps(store), {
    userId: person.userId,
    timezone: person.timezone,
    messages: lines.map(([author, at, text], index) => ({
      author,
      text,
      role: 'user',
      sentAt: new Date(at),
      externalId: `${at} ${index} ${text.slice(0, 40)}`,
    })),
  })
}

/** Searches privately. */
export async function search(store: Store, person: TestPerson, input: SearchInput | string): Promise<SearchOutput> {
  return searchConversation(searchDeps(store), privately(person), typeof input === 'string' ? { query: input } : input)
}

/** The arguments of a search whose results are one per day. */
export const byDay = (input: SearchInput): SearchInput => ({ ...input, group_by: 'day' }) as SearchInput

/** The text of a result without its marks. */
export const textOf = (result: SearchResult | undefined): string =>
  (result?.kind === 'summary' ? result.summary_snippet : (result?.snippet ?? '')).replaceAll('**', '')

export const textsOf = ({ results }: SearchOutput): string[] => results.map(textOf)

export const daysOf = ({ results }: SearchOutput): string[] => results.map(({ day_label }) => day_label)

export const messagesOf = ({ results }: SearchOutput): MessageResult[] => results.filter((result) => result.kind === 'message')

export const summaryDaysOf = ({ results }: SearchOutput): string[] =>
  results.filter(({ kind }) => kind === 'summary').map(({ day_label }) => day_label)

/** Follows the cursors to the last page. Stops after 50 pages. */
export async function readAllPages(store: Store, person: TestPerson, input: SearchInput): Promise<SearchOutput[]> {
  const pages: SearchOutput[] = []
  for (let cursor: string | undefined; pages.length < 50; ) {
    const page = await search(store, person, { ...input, ...(cursor && { cursor }) })
    pages.push(page)
    cursor = page.next_cursor
    if (!cursor) break
  }
  return pages
}

/** What was said on the paths of a garden: paragraphs for long messages. Each has about 150 characters. */
const gardenParagraphs = [
  'The path along the hedge dries slowly after rain, and the gravel has sunk a little near the gate where everybody turns left.',
  'Early in the year the beds look bare, yet under the leaves there is more life than one would guess from the kitchen window.',
  'A robin sat on the handle of the spade for so long that nobody dared to fetch it, and so the digging had to wait for another hour.',
  'The neighbour lent us his ladder again, which is lighter than ours and does not wobble on the uneven stones under the pear tree.',
  'Compost needs patience: turn it, cover it, forget it, and after a winter it smells of forest and crumbles between the fingers.',
  'The greenhouse keeps its warmth until the evening, although two panes have a crack and the door has never closed properly.',
]

/** Builds a long text of paragraphs, in which the inserted sentences stand at the positions given, counted in paragraphs. */
export function buildLongText(paragraphs: number, inserted: Readonly<Record<number, string>>): string {
  return Array.from({ length: paragraphs }, (_, index) => {
    const paragraph = gardenParagraphs[index % gardenParagraphs.length] ?? ''
    return inserted[index] ? `${paragraph} ${inserted[index]}` : paragraph
  }).join('\n\n')
}
