/** In ms. A pause of this length ends a session, and the message after it shows its time. */
export const pauseMs = 15 * 60_000

/** When a message was sent, and its day. */
export interface MomentOfMessage {
  readonly day: string
  /** In ms. */
  readonly sentAt: number
}

/** Whether a message comes after a pause, or is the first one of its day. */
export function isAfterPause(message: MomentOfMessage, before: MomentOfMessage | undefined): boolean {
  return before?.day !== message.day || message.sentAt - before.sentAt >= pauseMs
}
