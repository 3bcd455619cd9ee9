import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { InputError } from '../../core/domain/errors.ts'
import { clip } from '../../core/domain/text.ts'
import { toFieldName } from './column-types.ts'
import { exportFormatName, exportFormatVersion } from './export-json.ts'
import { oldVersions, type SectionTranslation } from './old-versions.ts'
import type { ExportSection } from './sections.ts'

/** Consecutive rows of one section. */
export interface ExportRowBatch {
  readonly section: ExportSection
  readonly rows: readonly object[]
  /** Their line numbers, counted from 1. */
  readonly lines: { readonly first: number; readonly last: number }
}

const maxBatchRows = 500
/** In characters. Keeps batches that contain large attachments small. */
const maxBatchCharacters = 4_000_000

const headerSchema = z.object({ format: z.literal(exportFormatName), version: z.int().positive() })

/**
 * Reads the JSON file of an export in batches, with one row per line. Translates rows of older versions to the current one. At the first
 * error, yields the batches before it, then throws InputError with the line number.
 */
export async function* readExport(
  file: string,
  currentSections: readonly ExportSection[],
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<ExportRowBatch> {
  const input = createReadStream(file)
  let lineNumber = 0
  let sections = currentSections
  let sectionIndex = 0
  let section: ExportSection | undefined
  let translations: Readonly<Record<string, SectionTranslation>> = {}
  let rows: object[] = []
  let characters = 0
  const batch = (current: ExportSection): ExportRowBatch => ({
    section: current,
    rows,
    lines: { first: lineNumber - rows.length, last: lineNumber - 1 },
  })
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNumber++
    onProgress(input.bytesRead)
    if (lineNumber === 1) {
      const version = oldVersions[parseVersion(line)]
      translations = version?.sections ?? {}
      sections = currentSections.filter((current) => !version?.missing.includes(current.section))
      continue
    }
    if (section && /^\](,|\})$/.test(line)) {
      if (rows.length > 0) yield batch(section)
      ;[section, rows, characters] = [undefined, [], 0]
      sectionIndex++
      if ((line === ']}') !== (sectionIndex === sections.length))
        throw unexpectedLineError(lineNumber, sectionIndex === sections.length ? 'the end' : 'another section')
      continue
    }
    if (!section) {
      section = sections[sectionIndex]
      if (!section) throw unexpectedLineError(lineNumber, 'nothing after the end')
      const name = translations[section.section]?.section ?? section.section
      if (line !== `"${name}":[`) throw unexpectedLineError(lineNumber, `the section "${name}"`)
      continue
    }
    if (rows.length >= maxBatchRows || (rows.length > 0 && characters + line.length > maxBatchCharacters)) {
      yield batch(section)
      ;[rows, characters] = [[], 0]
    }
    rows.push(parseRow({ line, lineNumber }, section, translations[section.section]))
    characters += line.length
  }
  if (lineNumber === 0) throw new InputError('The file is empty.')
  if (sectionIndex < sections.length)
    throw new InputError(`The file ends after line ${lineNumber}, before its last section. Export it again: this copy is incomplete.`)
}

/** Throws InputError if the line is not the header of an export, or if the export is newer than this program. */
function parseVersion(line: string): number {
  const header = headerSchema.safeParse(tryParseJson(`${line.replace(/^\uFEFF/, '').replace(/,\s*$/, '')}}`))
  if (!header.success)
    throw new InputError(
      'This is not an export, because it does not begin with {"format":"throughline-export". Import the .json file that /export sends.',
    )
  const { version } = header.data
  if (version > exportFormatVersion)
    throw new InputError(
      `This export has version ${version}, but this program reads versions up to ${exportFormatVersion}. Update Throughline, then import the file again.`,
    )
  return version
}

interface ExportLine {
  readonly line: string
  readonly lineNumber: number
}

/** Returns the row with the current field names. Errors use the names in the file. */
function parseRow({ line, lineNumber }: ExportLine, { fields, section }: ExportSection, translation?: SectionTranslation): object {
  const sectionName = translation?.section ?? section
  const parsed = tryParseJson(line.replace(/,$/, ''))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw unexpectedLineError(lineNumber, `a row of "${sectionName}" as a JSON object`)
  const remainingFields = new Map<string, unknown>(Object.entries(parsed))
  const row: Record<string, unknown> = {}
  for (const { name, type, isNullable } of fields) {
    const field = toFieldName(name)
    const nameInFile = translation?.fields[field] ?? field
    // An older file may lack a field that can be null.
    const value = translation?.added?.[field] ?? remainingFields.get(nameInFile) ?? (isNullable ? null : undefined)
    remainingFields.delete(nameInFile)
    const isValid = value === null ? isNullable : type.isValid(value)
    if (!isValid)
      throw new InputError(`Line ${lineNumber}: "${nameInFile}" of "${sectionName}" must be ${type.label}${isNullable ? ', or null' : ''}.`)
    row[field] = (typeof value === 'string' && translation?.values?.[field]?.[value]) || value
  }
  const [unknown] = remainingFields.keys()
  if (unknown !== undefined) throw new InputError(`Line ${lineNumber}: "${clip(unknown, 40)}" is not a field of "${sectionName}".`)
  return row
}

function unexpectedLineError(line: number, expected: string): InputError {
  return new InputError(
    `Line ${line}: expected ${expected}. The file has one row per line and must be unchanged. It may have been truncated or changed by another program.`,
  )
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
