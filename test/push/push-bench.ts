import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Message } from '../../src/core/domain/messages.ts'
import type { User } from '../../src/people/users.ts'
import { ensurePushKeys } from '../../src/push/push-keys.ts'
import { sendPushes } from '../../src/push/send-pushes.ts'
import { answeredByTurn, type Page, reply, signIn, startPage, type Visitor, write } from '../adapters/web/page-harness.ts'
import { TestClock } from '../support/clock.ts'
import { recordingLog } from '../support/recording-log.ts'
import { type PushService, startPushService, type TestBrowser } from './push-service.ts'

export interface PushBench {
  readonly page: Page
  readonly clock: TestClock
  readonly service: PushService
  readonly log: ReturnType<typeof recordingLog>
  /** A browser in which a user is signed in, and which is notified. */
  subscribe(browser?: TestBrowser, user?: User): Promise<Visitor & { readonly browser: TestBrowser }>
  /** Lets the bot answer a user on the page. */
  answer(text: string, user?: User): Promise<Message>
  /** Runs the job after so much time, in ms. Later than the page would have reported that it shows a message, by default. */
  run(afterMs?: number): Promise<void>
  /** The texts that were pushed. */
  texts(): string[]
}

export async function pushBench(): Promise<PushBench> {
  const clock = new TestClock()
  const log = recordingLog()
  const service = await startPushService()
  const options = { encryptionKey: randomBytes(32), isPushServiceLocal: true, log }
  const page = await startPage({ clock, options })
  await ensurePushKeys(page.options)
  return {
    ...{ page, clock, service, log },
    async subscribe(browser = service.addBrowser(), user = page.owner) {
      const visitor = await signIn(page, user.id)
      const { endpoint, p256dh, auth } = browser
      const response = await visitor.post('/settings/push/', { account: user.id, endpoint, p256dh, auth })
      expect([response.status, await response.json()]).toEqual([200, {}])
      clock.advance(1)
      return { ...visitor, browser }
    },
    async answer(text, user = page.owner) {
      const asked = await write(page, { text: 'A question', sentAt: clock.now(), user })
      const answer = await reply(page, asked, { text, sentAt: clock.now() })
      await answeredByTurn(page, answer, {})
      return answer
    },
    async run(afterMs = 6_000) {
      clock.advance(afterMs)
      await sendPushes(page.options, { signal: new AbortController().signal })
    },
    texts: () => service.received.map(({ notice }) => notice.text),
  }
}
