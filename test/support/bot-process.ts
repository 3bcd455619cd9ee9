import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, program, projectRoot } from './program.ts'

/** The bot as it is run in earnest: a process of its own, that can be killed. */
export class BotProcess {
  #child: ChildProcess | undefined
  readonly #env: Readonly<Record<string, string>>
  readonly #arguments: readonly string[]
  /** What it wrote last, for when something goes wrong. */
  output = ''
  starts = 0

  /** `script`: another program that says the same when it runs. */
  constructor(env: Readonly<Record<string, string>>, script?: URL) {
    this.#env = env
    this.#arguments = script ? ['--import', 'tsx', fileURLToPath(script)] : [program]
    ensureBuilt()
  }

  /** Resolves when it says that it runs. */
  async start(): Promise<void> {
    this.starts++
    const { PATH = '', HOME = '', TZ } = process.env
    const child = spawn(process.execPath, this.#arguments, {
      cwd: projectRoot,
      env: { PATH, HOME, EMBEDDINGS: 'off', ...(TZ && { TZ }), ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.output = (this.output + chunk).slice(-20_000)
        if (this.output.includes('Throughline is running')) resolve()
      }
      this.output = ''
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => reject(new Error(`The bot ended with ${code} while it started:\n${this.output}`)))
    })
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('The bot does not run.')
    return pid
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
