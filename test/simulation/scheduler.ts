import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../src/core/ports/clock.ts'
import { fixedChoice } from '../support/random.ts'

/** Everything that a worker does after its death is rejected with it. */
class CrashError extends Error {
  override readonly name = 'CrashError'
}

/** A worker from its start to its death. */
export class Life {
  isDead = false
  constructor(readonly name: string) {}
}

interface WaitingStep {
  readonly life: Life
  readonly label: string
  readonly proceed: () => void
  readonly fail: (error: Error) => void
}

interface Sleeper {
  readonly life: Life
  readonly until: number
  readonly wake: () => void
}

/** Something that the scheduler may do instead of letting a worker go on. */
export interface Move {
  readonly label: string
  readonly weight: number
  readonly run: () => void
}

/** How many turns of the event loop pass until everything that is not waiting for the scheduler has come to a rest. */
const restingTurns = 3

/** The clock of the simulation starts here. */
const startsAt = Date.parse('2026-11-18T22:30:00Z')

const livesInCode = new AsyncLocalStorage<Life>()

/**
 * Lets the code of several workers run one step at a time, in an order that only a seed decides. The code comes to a step wherever it
 * reaches the database, the queue, a model, a platform or the clock. A worker may die at each step, before or after it has had its effect.
 */
export class Scheduler {
  readonly trace: string[] = []
  readonly violations: string[] = []
  readonly choose: (below: number) => number
  /** Whether workers die, jobs are lost and platforms fail. */
  hasFaults = true
  /** How many steps there were, including those inside transactions. */
  steps = 0
  readonly crashAt: ReadonlySet<number>
  /** How many workers have died, and how many leases were taken from workers that were too slow or dead. */
  crashes = 0
  lapses = 0
  #now = startsAt
  #waiting: WaitingStep[] = []
  #sleepers: Sleeper[] = []
  #inFlight = new Set<Promise<unknown>>()
  #running = new Map<Promise<void>, Life>()
  #last: Life | undefined
  readonly #stickiness: number

  constructor(readonly seed: number) {
    // The first numbers of neighboring seeds are alike.
    const choose = fixedChoice((seed * 7_919 + 104_729) % 2_147_483_646 || 1)
    for (let i = 0; i < 5; i++) choose(2)
    // The lowest bits of the generator are not random enough.
    this.choose = (below) => Math.floor((choose(2_147_483_647) / 2_147_483_647) * below)
    this.#stickiness = this.choose(3) * 40
    this.crashAt = new Set(Array.from({ length: this.choose(4) }, () => this.choose(700)))
  }

  /** Returns true in this many of a hundred cases, while there are faults. */
  isUnlucky = (percent: number): boolean => this.hasFaults && this.choose(100) < percent

  note(line: string): void {
    this.trace.push(`${this.steps} ${line}`)
  }

  now = (): number => this.#now

  /** Runs work as something that a worker does. `onEnd` is called unless the worker has died. */
  start(life: Life, label: string, work: () => Promise<void>, onEnd: (error?: unknown) => void = () => {}): void {
    this.note(`${life.name} begins ${label}`)
    const running: Promise<void> = livesInCode
      .run(life, work)
      .then(
        () => life.isDead || onEnd(),
        (error: unknown) => life.isDead || onEnd(error),
      )
      .then(() => void this.#running.delete(running))
    this.#running.set(running, life)
  }

  isBusy = (life: Life): boolean => [...this.#running.values()].includes(life)

  /** Waits until it is the turn of the worker that runs this code. */
  async step(label: string): Promise<Life> {
    const life = currentLife()
    await new Promise<void>((proceed, fail) => this.#waiting.push({ life, label, proceed, fail }))
    this.count(life, label)
    return life
  }

  /** Counts a step, at which the worker may die. Throws if it has died. */
  count(life: Life, label: string): void {
    if (life.isDead) throw new CrashError('The worker is dead.')
    this.steps++
    if (this.hasFaults && this.crashAt.has(this.steps)) this.crash(life, label)
  }

  /** Kills a worker, and throws. */
  crash(life: Life, label: string): never {
    this.note(`${life.name} DIES at ${label}`)
    life.isDead = true
    this.crashes++
    throw new CrashError('The worker died.')
  }

  /** Waits for something that happens outside of the event loop. */
  async track<T>(work: Promise<T>): Promise<T> {
    const done = work.then(
      () => {},
      () => {},
    )
    this.#inFlight.add(done)
    void done.then(() => this.#inFlight.delete(done))
    return work
  }

  /** The clock of a worker. */
  clockOf = (life: Life): Clock => ({
    now: () => new Date(this.#now),
    sleep: (ms, signal) => {
      if (signal?.aborted) return Promise.resolve()
      return new Promise((wake) => {
        this.#sleepers.push({ life, until: this.#now + ms, wake })
        signal?.addEventListener('abort', () => wake(), { once: true })
      })
    },
  })

  advance(ms: number): void {
    this.#now += ms
    this.note(`the clock moves ${ms} ms`)
    const due = this.#sleepers.filter(({ until, life }) => until <= this.#now && !life.isDead)
    this.#sleepers = this.#sleepers.filter(({ until, life }) => until > this.#now && !life.isDead)
    for (const { wake } of due) wake()
  }

  /** Does one step, or one move. Returns false if there is nothing to do. */
  async doNext(moves: readonly Move[]): Promise<boolean> {
    await this.rest()
    this.#rejectDead()
    await this.rest()
    const prefersMove = this.choose(100) < 15
    if (this.#waiting.length > 0 && !(prefersMove && moves.length > 0)) {
      this.#proceed()
      return true
    }
    const total = moves.reduce((sum, { weight }) => sum + weight, 0)
    if (total === 0) return false
    // A move of weight 3 is listed three times.
    moves.flatMap((move) => Array<Move>(move.weight).fill(move))[this.choose(total)]?.run()
    return true
  }

  /** Lets everything that waits go on, in an order of the seed, until all wait for the clock or for nothing. */
  async drain(): Promise<void> {
    while (await this.doNext([]));
  }

  /** Waits until all code waits for the scheduler. */
  async rest(): Promise<void> {
    do {
      while (this.#inFlight.size > 0) await Promise.all(this.#inFlight)
      for (let turn = 0; turn < restingTurns; turn++) await setImmediate()
    } while (this.#inFlight.size > 0)
  }

  #proceed(): void {
    const same = this.#waiting.findIndex(({ life }) => life === this.#last)
    const index = same >= 0 && this.choose(100) < this.#stickiness ? same : this.choose(this.#waiting.length)
    const [step] = this.#waiting.splice(index, 1)
    if (!step) return
    this.#last = step.life
    this.note(`${step.life.name}: ${step.label}`)
    step.proceed()
  }

  #rejectDead(): void {
    const dead = this.#waiting.filter(({ life }) => life.isDead)
    this.#waiting = this.#waiting.filter(({ life }) => !life.isDead)
    for (const { fail } of dead) fail(new CrashError('The worker is dead.'))
  }
}

/** The worker that runs this code. */
export function currentLife(): Life {
  const life = livesInCode.getStore()
  if (!life) throw new Error('This code is run by no worker.')
  return life
}
