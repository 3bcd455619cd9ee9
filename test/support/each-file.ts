import fc from 'fast-check'
import { afterEach } from 'vitest'
import { recordStatements } from './record-statements.ts'
import { runs } from './runs.ts'

// The same cases in every run: a property that fails here fails everywhere. FC_SEED tries others. fast-check's own default is 100 runs.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_118), numRuns: runs(100) })

// Once a process, which runs many files.
const folder = process.env['STATEMENTS_FOLDER']
if (folder && !('recordsStatements' in globalThis)) recordStatements(folder)
Object.assign(globalThis, { recordsStatements: true })

// A test that sets a variable leaves none behind for the next.
const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
