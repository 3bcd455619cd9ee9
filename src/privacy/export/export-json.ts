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
  /** If absent, everything is exported. */
  readonly span?: DaySpan
}

export const exportFormatName = 'throughline-export'
/** Increment it when sections, fields or values change. `oldVersions` then describes how to read files of the previous version. */
export const exportFormatVersion = 5

/**
 * Yields everything stored about a user as one JSON document, with one row per line. docs/export.md describes the format. The output is
 * deterministic: two exports of the same data are identical.
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
