import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject, onTestFinished } from 'vitest'
import { programArguments, projectRoot } from '../support/program.ts'
import { testDatabase } from '../support/store.ts'

/** What a command wrote, and how it ended. */
export interface Ended {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

interface Call {
  readonly env?: Readonly<Record<string, string>>
  /** Lines typed ahead. */
  readonly lines?: readonly string[]
}

/** Runs a command as users do: in a process of its own, with nobody at a terminal. */
export async function runCommand(args: readonly string[], { env = {}, lines = [] }: Call = {}): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...programArguments, ...args], {
    cwd: projectRoot,
    env: { PATH, HOME, MODEL_DISCOVERY: 'off', EMBEDDINGS: 'off', DEBOUNCE_MS: '50', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

/** A data folder whose database is there already, without any rows, where the tests have one to copy: to make one takes ten seconds. */
export async function dataFolder(): Promise<string> {
  const database = 'folder' in inject('databases') ? await testDatabase() : undefined
  return database && 'dataDir' in database ? database.dataDir : emptyFolder()
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
