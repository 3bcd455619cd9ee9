import PQueue from 'p-queue'

/** The parts of a turn that use the database. A later part goes first, so that turns in progress end before others begin. */
const priorities = { claim: 0, prepare: 1, finish: 2 } as const
export type TurnPart = keyof typeof priorities

/** Limits how many turns use the database at once. A turn that waits for a model occupies no slot. */
export interface DatabaseSlots {
  /** Runs one part of a turn when a slot is free. Turns in the same part go in the order in which they asked. */
  run<T>(part: TurnPart, work: () => Promise<T>): Promise<T>
}

/** About as many turns as two cores can work on at once. More would only make each of them slower. */
const defaultSlots = 8

export function createDatabaseSlots(slots = defaultSlots): DatabaseSlots {
  const queue = new PQueue({ concurrency: slots })
  return {
    run: (part, work) => queue.add(work, { priority: priorities[part] }),
  }
}
