import type { MessageId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Author, InboundAction, InboundAttachment, InboundEdit, InboundMessage } from '../../src/core/ports/platform.ts'
import type { User } from '../../src/people/users.ts'
import { accountKey, pagePlace } from './address.ts'

/** What a page posts: a message, or a button press. */
export type PostedMessage =
  | {
      readonly id: PlatformMessageId
      readonly text: string
      readonly replyToMessage?: MessageId
      readonly attachments?: readonly InboundAttachment[]
    }
  | { readonly id: PlatformMessageId; readonly action: string }

/** Who posts, and the preferred language of their browser, as a BCP 47 tag. */
export interface PageAuthor {
  readonly user: User
  readonly locale: string | undefined
}

/** The number of posts to remember. A repeated post becomes the same event, with the time of the first one. */
const remembered = 1_000

/** Creates the function that turns posts into events. Their order increases even within a millisecond. */
export function createInbound(clock: Clock): (author: PageAuthor, posted: PostedMessage) => InboundMessage | InboundAction {
  let last = 0n
  const firstPosts = new Map<string, { readonly sentAt: Date; readonly order: bigint }>()

  const firstPost = (key: string) => {
    const known = firstPosts.get(key)
    if (known) return known
    const sentAt = clock.now()
    const now = BigInt(sentAt.getTime())
    last = now > last ? now : last + 1n
    const post = { sentAt, order: last }
    firstPosts.set(key, post)
    for (const oldest of firstPosts.keys()) {
      if (firstPosts.size <= remembered) break
      firstPosts.delete(oldest)
    }
    return post
  }

  return ({ user, locale }, posted) => {
    const event = {
      place: pagePlace(user.id),
      id: posted.id,
      ...firstPost(`${user.id} ${posted.id}`),
      author: toAuthor({ user, locale }),
    }
    return 'action' in posted
      ? { type: 'action', ...event, action: posted.action }
      : {
          type: 'message',
          ...event,
          text: posted.text,
          addressed: true,
          ...(posted.replyToMessage !== undefined && { replyToMessage: posted.replyToMessage }),
          ...(posted.attachments && { attachments: posted.attachments }),
        }
  }
}

const toAuthor = ({ user, locale }: PageAuthor): Author => ({
  id: accountKey(user).platformUserId,
  name: user.name,
  isBot: false,
  ...(locale !== undefined && { locale }),
})

export interface PageEdit {
  /** The message as it is stored. */
  readonly message: Message & { readonly platformMessageId: PlatformMessageId }
  readonly text: string
  /** The files of the message, which stay. */
  readonly attachments: readonly InboundAttachment[]
  readonly editedAt: Date
}

/** Turns the new text of a message that was written on the page into an event. */
export const toPageEdit = (author: PageAuthor, { message, text, attachments, editedAt }: PageEdit): InboundEdit => ({
  type: 'edit',
  place: pagePlace(author.user.id),
  id: message.platformMessageId,
  order: message.platformOrder,
  author: toAuthor(author),
  text,
  attachments,
  addressed: true,
  sentAt: message.sentAt,
  editedAt,
})
