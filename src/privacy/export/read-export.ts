import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { InputError } from '../../core/domain/errors.ts'
import { clip } from '../../core/domain/text.ts'
import { toFieldName } from './column-types.ts'
import { exportFormatName, exportFormatVersion } from './export-json.ts'
import type { ExportSection } from './sections.ts'

/** Rows of one section that stand one after the other in the file. */
export interface ExportRowBatch {
  readonly section: ExportSection
  readonly rows: readonly object[]
  /** The lines they stand on, from 1. */
  readonly lines: { readonly first: number; readonly last: number }
}

const maxBatchRows = 500
/** Files are large, so they go in by themselves or nearly so. In characters. */
const maxBatchCharacters = 4_000_000

const headerSchema = z.object({ format: z.literal(exportFormatName), version: z.int() })

/**
 * Reads the JSON of an export as it was written, a row a line, some hundreds at a time. Throws InputError, with the line,
 * for whatever is not as it should be; what came before has been given by then.
 */
export async function* readExport(
  file: string,
  sections: readonly ExportSection[],
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<ExportRowBatch> {
  const input = createReadStream(file)
  let lineNumber = 0
  let sectionIndex = 0
  let section: ExportSection | undefined
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
      assertHeader(line)
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
      if (line !== `"${section.section}":[`) throw unexpectedLineError(lineNumber, `the section "${section.section}"`)
      continue
    }
    if (rows.length >= maxBatchRows || (rows.length > 0 && characters + line.length > maxBatchCharacters)) {
      yield batch(section)
      ;[rows, characters] = [[], 0]
    }
    rows.push(parseRow(line, section, lineNumber))
    characters += line.length
  }
  if (lineNumber === 0) throw new InputError('The file is empty.')
  if (sectionIndex < sections.length)
    throw new InputError(`The file ends after line ${lineNumber}, before its last section: it is not whole.`)
}

function assertHeader(line: string): void {
  const parsedHeader = headerSchema.safeParse(tryParseJson(`${line.replace(/^\uFEFF/, '').replace(/,\s*$/, '')}}`))
  if (!parsedHeader.success)
    throw new InputError(
      'This is not an export: it does not begin with {"format":"throughline-export". /export gives one, the file with .json at its end.',
    )
  if (parsedHeader.data.version !== exportFormatVersion)
    throw new InputError(
      `This export is of version ${parsedHeader.data.version}, and this program reads version ${exportFormatVersion}. Update the program.`,
    )
}

function parseRow(line: string, { fields, section }: ExportSection, lineNumber: number): object {
  const row = tryParseJson(line.replace(/,$/, ''))
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw unexpectedLineError(lineNumber, `a row of "${section}" as a JSON object`)
  const remainingFields = new Map(Object.entries(row))
  for (const { name, type, isNullable } of fields) {
    const value = remainingFields.get(toFieldName(name))
    remainingFields.delete(toFieldName(name))
    const isValid = value === null ? isNullable : type.isValid(value)
    if (!isValid)
      throw new InputError(
        `Line ${lineNumber}: "${toFieldName(name)}" of "${section}" must be ${type.label}${isNullable ? ', or null' : ''}.`,
      )
  }
  const [unknown] = remainingFields.keys()
  if (unknown !== undefined) throw new InputError(`Line ${lineNumber}: nothing is known of "${clip(unknown, 40)}" in "${section}".`)
  return row
}

function unexpectedLineError(line: number, expected: string): InputError {
  return new InputError(
    `Line ${line}: expected ${expected}. The file must be as it was written, a row a line: perhaps it was cut off or changed by another program.`,
  )
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
