import type { DayLabel, MemoryId, MessageId, SegmentId, ThreadId, UserId } from '../domain/ids.ts'

/**
 * What a feature holds about people: what of it is given out, how it is forgotten, and how that of two people becomes one's.
 * Each feature that keeps anything registers one of these, so that a table which is added later cannot be missed.
 * `Tx` is a transaction of the store.
 */
export interface PersonalData<Tx> {
  /** Each table of the feature, by its name in the database. */
  readonly tables: Readonly<Record<string, PersonalTable>>
  /** Makes what is held about one person be about another. Both threads are locked; what the tables of others refer to is there until all are done. */
  merge?(tx: Tx, merge: UserMerge): Promise<void>
  /** Removes what was made of messages that are being forgotten. The thread is locked; their text is gone already. */
  forget?(tx: Tx, forgotten: ForgetBatch): Promise<void>
  /** Removes all that is left about a person whose messages are forgotten already, but for what says that they are one. The thread is locked. */
  erase?(tx: Tx, person: ErasedUser): Promise<void>
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

/** How the rows of a table are written to the file of an export, and read in again. In SQL the alias of the table is t, $1 the person. */
export interface ExportedTable {
  /** What its rows are called in the file. */
  readonly section: string
  /** In the order of the file; each is written under its name in camel case. */
  readonly columns: readonly string[]
  /** What the rows are ordered by: it names each of them. */
  readonly key: readonly string[]
  /** SQL for what is written in place of what a column holds. */
  readonly as?: Readonly<Record<string, string>>
  /** SQL for the rows that are written; all of the person's where absent. */
  readonly where?: string
  /** SQL for the day a row belongs to, where an export of some days leaves out the others. */
  readonly day?: string
  /** Columns with the id of a row of another table that a row is part of: it is left out where that one is. */
  readonly partOf?: Readonly<Record<string, string>>
  /** The one of these by which the rows are read, where there are as many as messages: those of one row after those of another. */
  readonly readBy?: string
  /** Columns with the id of a row that may be missing: then they are written as null. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** SQL for the columns that are not in the file, to read a row in again: r is the row of the file. */
  readonly restored?: Readonly<Record<string, string>>
  /** A statement for when all rows of all tables are read in. */
  readonly settled?: string
}

export interface UserMerge {
  readonly from: { readonly userId: UserId; readonly threadId: ThreadId | undefined }
  readonly into: { readonly userId: UserId; readonly threadId: ThreadId }
  readonly now: Date
}

export interface ForgetBatch {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** In one transaction at most some thousands; of everything, a part after the other. */
  readonly messageIds: readonly MessageId[]
  /** The days they belong to. */
  readonly segmentIds: readonly SegmentId[]
  /** Of items that are forgotten whatever they were learned from. */
  readonly memoryIds: readonly MemoryId[]
  readonly now: Date
}

export type ErasedUser = Pick<ForgetBatch, 'userId' | 'threadId'>

/** Days from one to another, both included; without one of them, from the first or to the last. */
export interface DaySpan {
  readonly from?: DayLabel
  readonly to?: DayLabel
}
