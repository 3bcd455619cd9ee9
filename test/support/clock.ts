import { type Clock, systemClock } from '../../src/core/ports/clock.ts'

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: number
  #sleepers: { readonly until: number; readonly wake: () => void }[] = []

  constructor(start: string | Date = '2026-11-18T09:00:00Z') {
    this.#now = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((wake) => {
      this.#sleepers.push({ until: this.#now + ms, wake })
      signal?.addEventListener('abort', () => wake(), { once: true })
    })
  }

  /** How many sleep just now: one that has not begun to sleep would miss being woken. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  advance(ms: number): void {
    this.set(new Date(this.#now + ms))
  }

  set(instant: string | Date): void {
    this.#now = new Date(instant).getTime()
    const due = this.#sleepers.filter(({ until }) => until <= this.#now)
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#now)
    for (const { wake } of due) wake()
  }
}

/** A clock that runs, from an instant of the test's choice, and can be moved on: for tests in which real servers answer. */
export class RunningClock implements Clock {
  #ahead: number

  constructor(start: string | Date) {
    this.#ahead = new Date(start).getTime() - Date.now()
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }

  jumpTo(instant: string | Date): void {
    this.#ahead = new Date(instant).getTime() - Date.now()
  }
}
