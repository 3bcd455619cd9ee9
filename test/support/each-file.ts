import fc from 'fast-check'
import { afterEach } from 'vitest'

// The same cases in every run: a property that fails here fails everywhere. FC_SEED looks at others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_118) })

// A test that sets a variable leaves none behind for the next.
const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
