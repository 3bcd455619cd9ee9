import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { InputError } from '../../core/errors.ts'
import { clip } from '../../core/text.ts'
import { inFile } from './columns.ts'
import { exportFormat, exportVersion } from './json.ts'
import type { Section } from './sections.ts'

/** Rows of one section that stand one after the other in the file. */
export interface ReadRows {
  readonly section: Section
  readonly rows: readonly object[]
  /** The lines they stand on, from 1. */
  readonly lines: { readonly first: number; readonly last: number }
}

const mostRows = 500
/** Files are large, so they go in by themselves or nearly so. In characters. */
const mostCharacters = 4_000_000

const header = z.object({ format: z.literal(exportFormat), version: z.int() })

/**
 * Reads the JSON of an export as it was written, a row a line, some hundreds at a time. Throws InputError, with the line,
 * for whatever is not as it should be; what came before has been given by then.
 */
export async function* readExport(
  file: string,
  sections: readonly Section[],
  onLine: (bytesRead: number) => void,
): AsyncGenerator<ReadRows> {
  const input = createReadStream(file)
  let number = 0
  let next = 0
  let section: Section | undefined
  let rows: object[] = []
  let characters = 0
  const batch = (current: Section): ReadRows => ({ section: current, rows, lines: { first: number - rows.length, last: number - 1 } })
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    onLine(input.bytesRead)
    if (number === 1) {
      mustBeHeader(line)
      continue
    }
    if (section && /^\](,|\})$/.test(line)) {
      if (rows.length > 0) yield batch(section)
      ;[section, rows, characters] = [undefined, [], 0]
      next++
      if ((line === ']}') !== (next === sections.length))
        throw notAsWritten(number, next === sections.length ? 'the end' : 'another section')
      continue
    }
    if (!section) {
      section = sections[next]
      if (!section) throw notAsWritten(number, 'nothing after the end')
      if (line !== `"${section.section}":[`) throw notAsWritten(number, `the section "${section.section}"`)
      continue
    }
    if (rows.length >= mostRows || (rows.length > 0 && characters + line.length > mostCharacters)) {
      yield batch(section)
      ;[rows, characters] = [[], 0]
    }
    rows.push(rowOf(line, section, number))
    characters += line.length
  }
  if (number === 0) throw new InputError('The file is empty.')
  if (next < sections.length) throw new InputError(`The file ends after line ${number}, before its last section: it is not whole.`)
}

function mustBeHeader(line: string): void {
  const read = header.safeParse(parsed(`${line.replace(/^\uFEFF/, '').replace(/,\s*$/, '')}}`))
  if (!read.success)
    throw new InputError(
      'This is not an export: it does not begin with {"format":"throughline-export". /export gives one, the file with .json at its end.',
    )
  if (read.data.version !== exportVersion)
    throw new InputError(
      `This export is of version ${read.data.version}, and this program reads version ${exportVersion}. Update the program.`,
    )
}

function rowOf(line: string, { fields, section }: Section, number: number): object {
  const row = parsed(line.replace(/,$/, ''))
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw notAsWritten(number, `a row of "${section}" as a JSON object`)
  const given = new Map(Object.entries(row))
  for (const { name, type, canBeNull } of fields) {
    const value = given.get(inFile(name))
    given.delete(inFile(name))
    const fits = value === null ? canBeNull : type.fits(value)
    if (!fits)
      throw new InputError(`Line ${number}: "${inFile(name)}" of "${section}" must be ${type.called}${canBeNull ? ', or null' : ''}.`)
  }
  const [unknown] = given.keys()
  if (unknown !== undefined) throw new InputError(`Line ${number}: nothing is known of "${clip(unknown, 40)}" in "${section}".`)
  return row
}

function notAsWritten(line: number, expected: string): InputError {
  return new InputError(
    `Line ${line}: expected ${expected}. The file must be as it was written, a row a line: perhaps it was cut off or changed by another program.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
