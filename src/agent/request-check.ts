import { InputError } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import { isForwarded, type StoredReference } from '../threads/messages/references.ts'
import { type EarlierMessage, isRequested, mayRefer, type WantedChange } from './own-words.ts'

/** The number of messages before those being answered that a short message may refer to, and for how long, in ms. */
const maxReferents = 4
const referentAgeMs = 7 * 86_400_000

/** A message being answered. */
export interface AnsweredMessage {
  readonly id: MessageId
  readonly text: string
  readonly references?: readonly StoredReference[]
}

/**
 * Throws InputError unless the user's own words ask for a change that a model wants to make. Files, quotes, forwards, what others write and
 * what a tool returns never do, whatever the model makes of them.
 */
export async function assertRequested(db: Db, messages: readonly AnsweredMessage[], change: WantedChange): Promise<void> {
  const own = messages.flatMap(({ text, references = [] }) => (isForwarded(references) ? [] : [text])).join('\n')
  const last = messages.at(-1)
  const before = last && mayRefer(own) ? await loadReferents(db, messages, last.id) : []
  if (isRequested(change, own, before)) return
  throw new InputError(
    'Not changed: the messages you are answering do not ask for this in the words of the person. If they do, use their words. If they do not, ask them first.',
  )
}

/** Loads the messages of the place that a short message may refer to: the last ones, and what it replies to if the bot wrote that. */
async function loadReferents(db: Db, messages: readonly AnsweredMessage[], lastId: MessageId): Promise<readonly EarlierMessage[]> {
  const { threadId, placeId, sentAt, replyTo } = await db.message.findUniqueOrThrow({
    where: { id: lastId },
    select: { threadId: true, placeId: true, sentAt: true, replyTo: { select: { role: true, text: true, deletedAt: true } } },
  })
  const rows = await db.message.findMany({
    where: {
      ...{ threadId, placeId, deletedAt: null, role: { not: 'tool' }, id: { notIn: messages.map(({ id }) => id) } },
      sentAt: { gte: new Date(sentAt.getTime() - referentAgeMs), lte: sentAt },
    },
    orderBy: [{ sentAt: 'desc' }, { platformOrder: 'desc' }, { id: 'desc' }],
    take: maxReferents,
    select: { role: true, text: true },
  })
  const replied = replyTo && isBot(replyTo) && replyTo.deletedAt === null ? [replyTo] : []
  return [...rows, ...replied].map((row) => ({ role: isBot(row) ? 'assistant' : 'user', text: row.text }))
}

/** Whether the bot wrote a message: an answer, or a notice such as a reminder. */
const isBot = ({ role }: { readonly role: string }): boolean => role === 'assistant' || role === 'system'
