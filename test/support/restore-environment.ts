import { afterEach } from 'vitest'

// A test that sets a variable leaves none behind for the next.
const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
