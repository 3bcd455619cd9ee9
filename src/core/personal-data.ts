import type { DayLabel, MessageId, SegmentId, ThreadId, UserId } from './ids.ts'

/**
 * What a feature holds about people: what of it is given out, how it is forgotten, and how that of two people becomes one's.
 * Each feature that keeps anything registers one of these, so that a table which is added later cannot be missed.
 * `Tx` is a transaction of the store.
 */
export interface PersonalData<Tx> {
  /** Each table of the feature, by its name in the database. */
  readonly tables: Readonly<Record<string, PersonalTable>>
  /** Makes what is held about one person be about another. Both threads are locked; what the tables of others refer to is there until all are done. */
  merge?(tx: Tx, merge: Merge): Promise<void>
  /** Removes what was made of messages that are being forgotten. The thread is locked; their text is gone already. */
  forget?(tx: Tx, forgotten: Forgotten): Promise<void>
}

/** Where the words of a table go that belong to a person. */
export interface PersonalTable {
  /** SQL for the rows of one person: the alias of the table is t, $1 is their id. Absent where no row is about a person. */
  readonly ofPerson?: string
  /** What an export gives of it. */
  readonly exported?: ExportedTable
  /** The columns with words that an export leaves out, and why. */
  readonly withheld?: Readonly<Record<string, string>>
}

export interface ExportedTable {
  /** What its rows are called in the file. */
  readonly section: string
  /** In the order of the file; each is written under its name in camel case. */
  readonly columns: readonly string[]
  /** What the rows are ordered by: it names each of them. */
  readonly key: readonly string[]
  /** Columns that say whose a row is. They are not in the file; who reads it in again fills them. */
  readonly owner?: Readonly<Record<string, 'user' | 'thread'>>
  /** SQL for the day a row belongs to, where an export of some days leaves the others out. */
  readonly day?: string
}

export interface Merge {
  readonly from: { readonly userId: UserId; readonly threadId: ThreadId | undefined }
  readonly into: { readonly userId: UserId; readonly threadId: ThreadId }
  readonly now: Date
}

export interface Forgotten {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** In one transaction at most some thousands; of everything, a part after the other. */
  readonly messageIds: readonly MessageId[]
  /** The days they belong to. */
  readonly segmentIds: readonly SegmentId[]
  readonly now: Date
}

/** Days from one to another, both included; without one of them, from the first or to the last. */
export interface DaySpan {
  readonly from?: DayLabel
  readonly to?: DayLabel
}
