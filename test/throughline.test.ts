import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { program } from './support/program.ts'

/** Says when signals are first handled. */
const watch = `
  const { on } = process
  process.on = function (name, ...rest) {
    on.call(this, name, ...rest)
    if (name === 'SIGTERM') process.stdout.write('handles signals\\n')
    return this
  }`

let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

test.each(['SIGINT', 'SIGTERM'] as const)('%s while the program is loaded ends it at once, and leaves nothing behind', async (signal) => {
  const dataDir = join(process.cwd(), `data-that-no-start-may-create-${process.pid}`)
  child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, program], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  const ended = once(child, 'exit')
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  child.kill(signal)
  const [code] = await ended
  expect({ code, printed: printed.join('') }).toEqual({ code: 0, printed: 'Throughline was stopped before it had started.\n' })
  expect(existsSync(dataDir)).toBe(false)
})
