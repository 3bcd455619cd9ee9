import type { MessageId } from '../../core/domain/ids.ts'
import type { ProcessedSession } from '../deps.ts'
import type { ShownLoop } from '../session-input.ts'
import type { SessionNotes } from '../session-notes.ts'

interface NotesSources {
  readonly session: Pick<ProcessedSession, 'messageIds'>
  readonly openLoops: readonly ShownLoop[]
}

/** Drops what cites a message that is not in the session, or a loop that was not shown. */
export function keepKnownSources(notes: SessionNotes, { session, openLoops }: NotesSources): SessionNotes {
  const members = new Set(session.messageIds)
  const shownLoops = new Set(openLoops.map(({ id }) => id))
  const isMember = ({ messageId }: { readonly messageId: MessageId }) => members.has(messageId)
  return {
    ...notes,
    names: notes.names.filter(isMember),
    moments: notes.moments.filter(isMember),
    newLoops: notes.newLoops.filter(isMember),
    closings: notes.closings.filter((closing) => isMember(closing) && shownLoops.has(closing.loopId)),
  }
}
