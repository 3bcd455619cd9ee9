import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `npm run chat` with these lines typed ahead: what it printed, and how it ended. */
async function chat(dataDir: string, lines: readonly string[]): Promise<{ printed: string; complaints: string; code: number | null }> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/chat.ts'], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, MODEL_DISCOVERY: 'off', DEBOUNCE_MS: '50' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [printed, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { printed, complaints, code }
}

test('a chat on the terminal ends after its last answer, and goes on at the next start', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-chat-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))

  const first = await chat(dataDir, ['We decided to paint the shed blue.', '/help', '/quit', 'too late'])
  expect(first).toMatchObject({ code: 0, complaints: '' })
  expect(first.printed).toMatch(/^This is Throughline\./)
  expect(first.printed).toContain('/find')

  const second = await chat(dataDir, ['what did we decide about the shed?', '/days'])
  expect(second).toMatchObject({ code: 0, complaints: '' })
  expect(second.printed).toContain('We decided to paint the shed blue.')
  expect(second.printed).toContain('(today)')
  expect(second.printed).not.toContain('too late')
})
