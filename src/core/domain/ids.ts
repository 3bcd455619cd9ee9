/** Ids of stored rows, branded so that they cannot be mixed up. They are 32-bit numbers, short enough to be cited as [#123]. */
type Id<Name extends string> = number & { readonly brand: Name }

export type UserId = Id<'UserId'>
export type AccountId = Id<'AccountId'>
export type PlaceId = Id<'PlaceId'>
export type ThreadId = Id<'ThreadId'>
export type MessageId = Id<'MessageId'>
export type SegmentId = Id<'SegmentId'>
export type TurnId = Id<'TurnId'>
export type DeliveryId = Id<'DeliveryId'>
export type AttachmentId = Id<'AttachmentId'>
export type MemoryId = Id<'MemoryId'>
export type ProposalId = Id<'ProposalId'>
export type SessionId = Id<'SessionId'>
export type LoopId = Id<'LoopId'>
export type ReminderId = Id<'ReminderId'>
export type ForgetRequestId = Id<'ForgetRequestId'>
export type ExportId = Id<'ExportId'>

/** The position of a change in its thread, counted from 1. */
export type ChangeSeq = Id<'ChangeSeq'>

/** A platform's id of a message, opaque outside its adapter. */
export type PlatformMessageId = string & { readonly brand: 'PlatformMessageId' }

/**
 * An address that a platform delivers to. Created and parsed only by its adapter, opaque elsewhere. Stored, so old formats must remain
 * readable.
 */
export type PlaceAddress = string & { readonly brand: 'PlaceAddress' }

/**
 * Identifies a command whose answer the platform shows in its own way. Created and parsed only by its adapter, opaque elsewhere, valid for
 * a few minutes. Some contain a token, so it is deleted once the command is answered, and never logged.
 */
export type Invocation = string & { readonly brand: 'Invocation' }

/** Tells the adapter how to fetch an attachment. Created and parsed only by its adapter, opaque elsewhere. */
export type AttachmentSource = string & { readonly brand: 'AttachmentSource' }

/** A calendar date, YYYY-MM-DD, in the user's time zone. */
export type DayLabel = string & { readonly brand: 'DayLabel' }
/** A calendar month, YYYY-MM. */
export type MonthLabel = string & { readonly brand: 'MonthLabel' }
