import type { UserId } from '../../core/ids.ts'
import type { DaySpan, PersonalData } from '../../core/personal-data.ts'
import type { Store, Tx } from '../../store/store.ts'
import { columnsOf } from './columns.ts'
import { lastIds, rowsOf } from './rows.ts'
import { sectionsOf } from './sections.ts'

export interface ExportParts {
  readonly store: Store
  readonly personalData: readonly PersonalData<Tx>[]
}

export interface ExportWhat {
  readonly userId: UserId
  /** All there is without it. */
  readonly span?: DaySpan
}

export const exportFormat = 'throughline-export'
/** Raised when an older program could not read the file any more. */
export const exportVersion = 1

/**
 * Everything that is held about a person, as one JSON document, piece by piece; docs/export.md says what is in it. A row a
 * line, and nothing that differs from one time to the next: two exports of the same are the same.
 */
export async function* exportJson({ store, personalData }: ExportParts, { userId, span = {} }: ExportWhat): AsyncGenerator<string> {
  const sections = sectionsOf(personalData, await columnsOf(store.db))
  const exported = { userId, span, sections, last: await lastIds(store.db, sections) }
  const head = { format: exportFormat, version: exportVersion, from: span.from ?? null, to: span.to ?? null }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const [index, section] of sections.entries()) {
    yield `${JSON.stringify(section.section)}:[`
    let between = '\n'
    for await (const row of rowsOf(store.db, exported, section)) {
      yield `${between}${JSON.stringify(row)}`
      between = ',\n'
    }
    yield index < sections.length - 1 ? '\n],\n' : '\n]}\n'
  }
}
