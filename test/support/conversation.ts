import type { AccountId, PlaceAddress, PlatformMessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import type { Message, Role } from '../../src/core/domain/messages.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { addUser } from '../../src/people/users.ts'
import type { Store } from '../../src/store/store.ts'
import { appendMessage } from '../../src/threads/messages/append-message.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { ensureContinuousThread } from '../../src/threads/thread.ts'

/** A user with a continuous thread, to put words into. */
export interface TestPerson {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly threadId: ThreadId
  readonly timezone: string
  /** Stores what they say; in their direct place unless another is given. */
  say(text: string, at: string | Date, options?: { place?: PlaceRef; id?: string; order?: bigint }): Promise<Message>
  /** Stores what the bot says in answer to `to`. */
  answer(to: Message, text: string, options?: { at?: Date; role?: Role }): Promise<Message>
}

let people = 0

export const directPlace = (name: string): PlaceRef => ({
  platform: 'test',
  tenant: '',
  address: `direct:${name}` as PlaceAddress,
  kind: 'direct',
})

export const sharedPlace = (name: string): PlaceRef => ({
  platform: 'test',
  tenant: '',
  address: `shared:${name}` as PlaceAddress,
  kind: 'shared',
  title: name,
})

interface TestPersonOptions {
  readonly timezone?: string
  readonly name?: string
  /** The language that they chose, an ISO code. */
  readonly language?: string
  /** The locale that their platform reports. */
  readonly locale?: string
}

export async function testPerson(store: Store, options: TestPersonOptions = {}): Promise<TestPerson> {
  const { timezone = 'Europe/Paris', language, locale } = options
  const name = options.name ?? `person-${++people}`
  const now = new Date('2026-01-01T00:00:00Z')
  const { user, accountId } = await addUser(
    store,
    { platform: 'test', tenant: '', platformUserId: name },
    { name, now, ...(locale !== undefined && { locale }) },
  )
  await store.db.user.update({
    where: { id: user.id },
    data: { timezone, ...(language !== undefined && { language, languageSource: 'choice' }) },
  })
  const threadId = await ensureContinuousThread(store, user.id, now)
  let said = 0
  return {
    userId: user.id,
    accountId,
    threadId,
    timezone,
    async say(text, at, { place = directPlace(name), id, order } = {}) {
      const sentAt = new Date(at)
      said++
      const { message } = await appendMessage(
        { store, clock: { now: () => sentAt, sleep: async () => {} } },
        {
          userId: user.id,
          timezone,
          accountId,
          authorName: name,
          place,
          platformMessageId: (id ?? `${name}-${said}`) as PlatformMessageId,
          platformOrder: order ?? BigInt(said),
          kind: 'chat',
          text,
          sentAt,
          pending: false,
        },
      )
      return message
    },
    async answer(to, text, { at = to.sentAt, role = 'assistant' } = {}) {
      const { segmentId, placeId, audience, platformOrder } = to
      const rows = [{ segmentId, placeId, audience, platformOrder, role, kind: 'chat' as const, text, sentAt: at }]
      const [message] = await store.transaction((tx) => insertMessages(tx, threadId, rows))
      return message!
    },
  }
}
