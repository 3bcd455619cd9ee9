/**
 * Ids of stored rows. Branded, so that an id of one kind is not taken for another.
 * They are 32-bit numbers: short enough to be cited in a text as [#123].
 */
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
export type ForgetRequestId = Id<'ForgetRequestId'>
export type ExportId = Id<'ExportId'>

/** The position of a change in its thread: 1 for the first, one more for each. */
export type ChangeSeq = Id<'ChangeSeq'>

/** A platform's own id of a message; opaque outside its adapter. */
export type PlatformMessageId = string & { readonly brand: 'PlatformMessageId' }

/** Where a platform delivers to. Made and parsed only by its adapter, opaque elsewhere; stored, so old forms stay readable. */
export type PlaceAddress = string & { readonly brand: 'PlaceAddress' }

/**
 * A command whose answer the platform shows in a way of its own. Made and parsed only by its adapter, opaque elsewhere, and
 * good for some minutes; some hold a token, so it is kept no longer than until the command is answered, and never logged.
 */
export type Invocation = string & { readonly brand: 'Invocation' }

/** What an adapter fetches an attachment by. Made and parsed only by its adapter, opaque elsewhere. */
export type AttachmentSource = string & { readonly brand: 'AttachmentSource' }

/** A calendar date, YYYY-MM-DD, in the timezone of its user. */
export type DayLabel = string & { readonly brand: 'DayLabel' }
