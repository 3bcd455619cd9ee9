import { expect, test } from 'vitest'
import { dataFolder, runCommand } from './process.ts'

test('a chat on the terminal ends after its last answer, and goes on at the next start', { timeout: 240_000 }, async () => {
  const env = { DATA_DIR: await dataFolder() }

  const first = await runCommand(['chat'], {
    env,
    lines: ['We decided to paint the shed blue.', '/help', '/quit', 'too late'],
  })
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/^This is Throughline\./)
  expect(first.out).toContain('/find')

  const second = await runCommand(['chat'], { env, lines: ['what did we decide about the shed?', '/days'] })
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.out).toContain('We decided to paint the shed blue.')
  expect(second.out).not.toContain('too late')
  // A command is quicker than an answer: what is piped in waits all the same, so that each answer is under its question.
  expect(second.out.split('We decided to paint the shed blue.').at(-1)).toContain('(today)')
})
