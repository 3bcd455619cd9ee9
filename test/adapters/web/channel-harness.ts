import { logMessage } from '../../../src/channels/log/log-message.ts'
import { switchChannelOn } from '../../../src/channels/manage/switch-channel.ts'
import type { PlaceId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { InboundAttachment, InboundMessage } from '../../../src/core/ports/platform.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { type ChannelBench, type ChannelBenchOptions, channelBench } from '../../channels/bench.ts'
import { TestClock } from '../../support/clock.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { type Page, type PageOptions, signIn, startPage, type Visitor } from './page-harness.ts'

export interface ChannelPage {
  readonly page: Page
  readonly clock: TestClock
  readonly placeId: PlaceId
  /** Switched the channel on, pays for it and manages it. */
  readonly ana: TestPerson
  /** Reads the channel, but does not manage it. */
  readonly ben: TestPerson
  /** Is not in the channel. */
  readonly eve: TestPerson
  /** The browsers that they are signed in with. */
  readonly visitors: Readonly<Record<'ana' | 'ben' | 'eve', Visitor>>
  readonly bench: ChannelBench
  /** Logs what somebody says to all. */
  log(by: string, text: string, options?: { readonly at?: string; readonly files?: readonly string[] }): Promise<void>
  /** Stores a question to the bot with its answer. */
  ask(by: TestPerson, text: string, answer: string): Promise<{ readonly question: Message; readonly answer: Message }>
  /** Has those who read the channel be these from now on. Pages know it after a minute. */
  setReaders(...names: readonly string[]): void
}

export const teamPlace = sharedPlace('team')

/** A page, and a channel of which two of three people are members. Its times are in Berlin, and it is noon in UTC. */
export async function startChannelPage(
  options: Omit<PageOptions, 'clock'> & { readonly bench?: Omit<ChannelBenchOptions, 'clock'> } = {},
): Promise<ChannelPage> {
  const clock = new TestClock('2026-11-27T12:00:00Z')
  const page = await startPage({ ...options, clock })
  const { store } = page
  const [ana, ben, eve] = [
    await testPerson(store, { name: 'ana' }),
    await testPerson(store, { name: 'ben' }),
    await testPerson(store, { name: 'eve' }),
  ]
  const { id: placeId } = await upsertPlace(store.db, teamPlace, null)
  const switched = { placeId, managerId: ana.userId, timezone: 'Europe/Berlin', language: 'en' as const, now: clock.now() }
  await store.transaction((tx) => switchChannelOn(tx, switched))
  page.places.managers.add('ana')
  const setReaders = (...names: readonly string[]) => void page.places.readers.set(teamPlace.address, new Set(names))
  setReaders('ana', 'ben')
  const bench = channelBench(store, { clock, ...options.bench })
  let said = 0
  return {
    ...{ page, clock, placeId, ana, ben, eve, bench, setReaders },
    visitors: {
      ana: await signIn(page, ana.userId),
      ben: await signIn(page, ben.userId),
      eve: await signIn(page, eve.userId),
    },
    async log(by, text, { at, files = [] } = {}) {
      said++
      const event: InboundMessage = {
        type: 'message',
        place: teamPlace,
        id: `logged-${said}` as PlatformMessageId,
        order: BigInt(said),
        author: { id: by, name: by, isBot: false },
        text,
        addressed: false,
        sentAt: at === undefined ? clock.now() : new Date(at),
        attachments: files.map((mediaType): InboundAttachment => ({ name: 'a file', source: 'none' as never, mediaType })),
      }
      await logMessage(bench, event)
    },
    async ask(by, text, answer) {
      said++
      const question = await by.say(text, clock.now(), { place: teamPlace, id: `asked-${said}`, order: BigInt(said) })
      return { question, answer: await by.answer(question, answer) }
    },
  }
}

export const htmlOfPage = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()
