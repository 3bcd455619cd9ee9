/** How much a part does. The short form is for every change, the full one for a release. */
export type PartSize = 'full' | 'short'

export interface PartResult {
  /** Printed as a table, each row under its name. */
  readonly rows: object
  /** What is wrong, in words. Nothing if the part passed. */
  readonly wrong: readonly string[]
}

/** One part of `npm run faults`. */
export interface FaultPart {
  readonly name: string
  /** Whether it compares times. It runs once more if something is wrong, because the machine may have been busy with other things. */
  readonly comparesTimes?: boolean
  run(size: PartSize): Promise<PartResult>
}

/** Parts that run at the same time, because none of them measures time. */
export interface PartGroup {
  /** Printed above them. */
  readonly heading?: string
  readonly parts: readonly FaultPart[]
}
