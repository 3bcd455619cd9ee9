// npm run row-types: compares the row type that each raw query declares with what the database returns for it.
// Takes the statements that tests have run from STATEMENTS_FOLDER, or runs all tests on PGlite.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { RecordedStatement } from '../support/record-statements.ts'
import { compareRows, type DescribedColumn } from './compare-rows.ts'
import { findDeclaredStatements } from './declared-rows.ts'
import { openDescriber } from './describe-statements.ts'
import { readProgram } from './program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const given = process.env['STATEMENTS_FOLDER']
const folder = given ?? mkdtempSync(join(tmpdir(), 'throughline-statements-'))
if (!given) {
  const env = { ...process.env, STATEMENTS_FOLDER: folder }
  spawnSync('npx', ['vitest', 'run', '--project', 'fast', '--project', 'slow'], { cwd: root, env, stdio: 'inherit' })
}
const recorded = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedStatement),
)
if (!given) rmSync(folder, { recursive: true })

const described = new Map<string, readonly DescribedColumn[]>()
const describer = await openDescriber()
for (const { sql } of recorded) if (!described.has(sql)) described.set(sql, await describer.describe(sql))
await describer.close()
const declared = findDeclaredStatements(readProgram(root), root, ['src', 'adapters'])
const problems = declared.flatMap((statement) => {
  const inFile = recorded.filter(({ at }) => at.startsWith(`${statement.file}:`))
  const lineOf = ({ at }: RecordedStatement) => Number(at.split(':')[1])
  const isOfStatement = (one: RecordedStatement) => lineOf(one) >= statement.firstLine && lineOf(one) <= statement.lastLine
  const otherLines = [...new Set(inFile.filter((one) => !isOfStatement(one)).map(lineOf))].sort((a, b) => a - b)
  return compareRows(statement, { recorded: inFile.filter(isOfStatement), otherLines, described })
})
for (const problem of problems) console.error(problem)
console.log(`${declared.length} raw queries, ${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)
