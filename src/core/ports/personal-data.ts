import type { AccountId, DayLabel, MemoryId, MessageId, PlaceId, SegmentId, ThreadId, TurnId, UserId } from '../domain/ids.ts'

/**
 * The personal data that a feature stores, and how it is exported, deleted and merged. Every feature with personal data registers one of
 * these, so that no table is forgotten. `Tx` is a transaction of the store.
 */
export interface PersonalData<Tx> {
  /** The folder under src/ that owns the tables. No other code writes to them. */
  readonly feature: string
  /** Each table of the feature by its database name. */
  readonly tables: Readonly<Record<string, PersonalTable>>
  /**
   * Moves the data of one user to another. Both threads are locked. Rows that other features refer to exist until all features have
   * finished.
   */
  merge?(tx: Tx, merge: UserMerge): Promise<void>
  /**
   * Cancels pending work of the thread in the places that leave it together with an account. Returns the turn there that must stop, if
   * any. The thread is locked.
   */
  unlink?(tx: Tx, unlinked: UnlinkedPlaces): Promise<TurnId | undefined>
  /**
   * Adjusts what belongs to messages that move to another thread together with accounts, and what was derived from them. Both threads are
   * locked, the days exist in both, and the messages have not moved yet.
   */
  split?(tx: Tx, split: ThreadSplit): Promise<void>
  /** Deletes what was derived from messages that are being deleted. The thread is locked, and the text of the messages is already gone. */
  forget?(tx: Tx, forgotten: ForgetBatch): Promise<void>
  /** Deletes the rest of a user's data after their messages, except what identifies the user. The thread is locked. */
  erase?(tx: Tx, person: ErasedUser): Promise<void>
}

/** How the personal data in a table is exported. */
export interface PersonalTable {
  /** SQL for the rows of one user. The table's alias is t, $1 is the user's id. Absent if no row is about a user. */
  readonly ofPerson?: string
  /** The exported columns. */
  readonly exported?: ExportedTable
  /** Rows of other users that are about this one, as an own section. They are exported to be read, and are not imported. */
  readonly alsoExported?: ExportedTable & { readonly ofPerson: string }
  /** Text columns that an export leaves out, and why. */
  readonly withheld?: Readonly<Record<string, string>>
}

/** How the rows of a table are exported and imported. In SQL, the table's alias is t and $1 is the user. */
export interface ExportedTable {
  /** The section of the file. */
  readonly section: string
  /** In the order of the file, where names are in camel case. */
  readonly columns: readonly string[]
  /** The columns that order the rows and identify each row. */
  readonly key: readonly string[]
  /** SQL that replaces the value of a column. */
  readonly as?: Readonly<Record<string, string>>
  /** SQL for the exported rows. All of the user's rows if absent. */
  readonly where?: string
  /** SQL for the day of a row, for exports of a range of days. */
  readonly day?: string
  /** Columns that hold the id of a parent row in another table. Rows without an exported parent are left out. */
  readonly partOf?: Readonly<Record<string, string>>
  /** The parent column by which rows are read in batches. For tables as large as messages. */
  readonly readBy?: string
  /** Columns that hold the id of an optional row. Exported as null if that row is not exported. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** SQL for columns that are missing in the file, or are null in some files, used by imports. The row of the file is r. */
  readonly restored?: Readonly<Record<string, string>>
  /** A statement that runs after all tables are imported. */
  readonly settled?: string
}

export interface UserMerge {
  readonly from: { readonly userId: UserId; readonly threadId: ThreadId | undefined }
  readonly into: { readonly userId: UserId; readonly threadId: ThreadId }
  readonly now: Date
}

export interface UnlinkedPlaces {
  readonly threadId: ThreadId
  readonly placeIds: readonly PlaceId[]
}

/** Messages that leave a user together with accounts. The other thread has no messages yet. */
export interface ThreadSplit {
  readonly from: { readonly userId: UserId; readonly threadId: ThreadId }
  readonly to: { readonly userId: UserId; readonly threadId: ThreadId }
  readonly accountIds: readonly AccountId[]
  readonly placeIds: readonly PlaceId[]
  /** At least one. */
  readonly messageIds: readonly MessageId[]
  readonly now: Date
}

export interface ForgetBatch {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** At most a few thousand per transaction. Everything is deleted in batches. */
  readonly messageIds: readonly MessageId[]
  /** Their days. */
  readonly segmentIds: readonly SegmentId[]
  /** The days whose summaries contain what is deleted. */
  readonly summaryIds: readonly SegmentId[]
  /** Memory items to delete regardless of their source. */
  readonly memoryIds: readonly MemoryId[]
  readonly now: Date
}

export type ErasedUser = Pick<ForgetBatch, 'userId' | 'threadId'>

/** A range of days, both ends included and both optional. */
export interface DaySpan {
  readonly from?: DayLabel
  readonly to?: DayLabel
}
