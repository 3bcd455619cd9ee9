import { createCommandRunner } from '../../src/commands/index.ts'
import type { CommandDeps } from '../../src/commands/shared/command.ts'
import type { CommandAnswer } from '../../src/conversation/deps.ts'
import { InputError } from '../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { translatorOf } from '../../src/core/messages/messages.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import type { Jobs } from '../../src/core/ports/jobs.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { findUserById, resolveTimezone } from '../../src/people/users.ts'
import type { PrivacyDeps } from '../../src/privacy/deps.ts'
import type { Store } from '../../src/store/store.ts'
import { appendMessage } from '../../src/threads/messages/append-message.ts'
import { channelBench } from '../channels/bench.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, type TestPerson } from '../support/conversation.ts'
import { privacyDeps } from '../support/privacy.ts'
import { testRandom } from '../support/random.ts'
import { type Queued, summaryBench } from '../support/summaries.ts'
import { movesReminders } from '../support/timezone-change.ts'

export interface CommandBench {
  readonly store: Store
  readonly clock: TestClock
  readonly queued: readonly Queued[]
  /** Stores a command line as the person's message, and runs it. */
  give(person: TestPerson, line: string, where?: Where): Promise<CommandAnswer>
  /** The sentence that a command line is refused with. */
  refusal(person: TestPerson, line: string): Promise<string>
}

/** The message that a command is. */
interface Where {
  /** Their direct place where absent. */
  readonly place?: PlaceRef
  /** The same again is the same message, which is run again. */
  readonly id?: PlatformMessageId
  readonly replyTo?: PlatformMessageId
}

/** Wednesday 18 November 2026, 10:00 in Paris. */
const benchNow = '2026-11-18T09:00:00Z'

interface BenchOptions extends Pick<CommandDeps, 'permalink' | 'webUrl' | 'price'>, Partial<Pick<CommandDeps, 'sharedPlaces'>> {
  readonly model?: ChatModel
  readonly tokensPerDay?: number
  readonly backgroundTokensPerDay?: number
  /** Of the platforms, such as `test`, where people are in these tests. */
  readonly senders?: PrivacyDeps['senders']
}

/** The commands on a real store. The default timezone is UTC. */
export function commandBench(store: Store, options: BenchOptions = {}): CommandBench {
  const { model, permalink, webUrl, tokensPerDay = 0, backgroundTokensPerDay = 0, price, senders, sharedPlaces = new Map() } = options
  const clock = new TestClock(benchNow)
  const summaries = summaryBench(store, { clock, backgroundTokensPerDay, ...(model && { model }) })
  const { log, queued } = summaries
  const jobs: Jobs = { add: summaries.jobs.add, start: async () => {}, stop: async () => {} }
  const broadcast = createLocalBroadcast(log)
  const run = createCommandRunner({
    ...summaries,
    jobs,
    summaries,
    broadcast,
    channels: channelBench(store, { clock }),
    sharedPlaces,
    onTimezoneChange: movesReminders,
    privacy: privacyDeps({ store, clock, jobs, broadcast, ...(webUrl && { webUrl }), ...(senders && { senders }) }),
    random: testRandom(),
    tokensPerDay,
    ...(price && { price }),
    ...(permalink && { permalink }),
    ...(webUrl && { webUrl }),
  })

  let given = 0
  const give: CommandBench['give'] = async (person, line, { place, id, replyTo } = {}) => {
    const user = await findUserById(store.db, person.userId)
    if (!user) throw new Error('This person is gone.')
    const stored = await appendMessage(
      { store, clock },
      {
        userId: user.id,
        timezone: resolveTimezone(user, 'UTC'),
        accountId: person.accountId,
        authorName: user.name,
        place: place ?? directPlace(user.name),
        platformMessageId: id ?? (`command-${++given}` as PlatformMessageId),
        platformOrder: BigInt(10_000 + given),
        kind: 'command',
        text: line,
        sentAt: clock.now(),
        pending: true,
        ...(replyTo && { replyTo }),
      },
    )
    const answer = await run(
      {
        user,
        accountId: person.accountId,
        place: stored.place,
        scope: { userId: user.id, threadId: person.threadId, audience: 'private' },
        timezone: resolveTimezone(user, 'UTC'),
        translate: translatorOf(user.language),
        now: clock.now(),
        sentAt: stored.message.sentAt,
        messageId: stored.message.id,
      },
      line,
    )
    if (!answer) throw new Error(`${line} said nothing.`)
    return answer
  }
  return {
    store,
    clock,
    queued,
    give,
    async refusal(person, line) {
      try {
        await give(person, line)
      } catch (error) {
        if (error instanceof InputError) return error.message
        throw error
      }
      throw new Error(`${line} was not refused.`)
    },
  }
}

export const actionsOf = (answer: CommandAnswer) => answer.buttons?.map(({ action }) => action) ?? []
