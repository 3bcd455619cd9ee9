import type { UserId } from '../../core/domain/ids.ts'
import type { DaySpan, PersonalData } from '../../core/ports/personal-data.ts'
import type { Store, Tx } from '../../store/store.ts'
import { loadColumns } from './column-types.ts'
import { loadLastIds, readRows } from './read-rows.ts'
import { buildSections } from './sections.ts'

export interface ExportSource {
  readonly store: Store
  readonly personalData: readonly PersonalData<Tx>[]
}

export interface ExportSelection {
  readonly userId: UserId
  /** All there is without it. */
  readonly span?: DaySpan
}

export const exportFormatName = 'throughline-export'
/** Raised when an older program could not read the file any more. */
export const exportFormatVersion = 1

/**
 * Everything that is held about a person, as one JSON document, piece by piece; docs/export.md says what is in it. A row a
 * line, and nothing that differs from one time to the next: two exports of the same are the same.
 */
export async function* exportJson({ store, personalData }: ExportSource, { userId, span = {} }: ExportSelection): AsyncGenerator<string> {
  const sections = buildSections(personalData, await loadColumns(store.db))
  const exportScope = { userId, span, sections, lastIds: await loadLastIds(store.db, sections) }
  const head = { format: exportFormatName, version: exportFormatVersion, from: span.from ?? null, to: span.to ?? null }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const [index, section] of sections.entries()) {
    yield `${JSON.stringify(section.section)}:[`
    let separator = '\n'
    for await (const row of readRows(store.db, exportScope, section)) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n'
    }
    yield index < sections.length - 1 ? '\n],\n' : '\n]}\n'
  }
}
