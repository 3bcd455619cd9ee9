import type { ThreadId } from '../../src/core/domain/ids.ts'
import type { PlatformSender } from '../../src/core/ports/platform.ts'
import { handle, message, storedAs, type TestApp, testApp } from '../support/app.ts'
import { directPlace } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

/** The steps of a message with its reply. Each runs when the one before is done. */
export interface MessageSteps {
  readonly app: TestApp
  readonly accept: () => Promise<void>
  readonly answer: () => Promise<void>
  /** What follows in the background. */
  readonly index: () => Promise<void>
}

/** Opens an app in which somebody has talked before, on a platform where replies are not shown while they are written. */
export async function openMessageSteps(): Promise<MessageSteps> {
  const model = new ScriptedModel(() => ({ text: 'An instant answer.' }), 128_000)
  const app = await testApp({ chat: model, summary: model, env: { MESSAGES_PER_MINUTE: '30' } })
  const { edit: _, ...sender } = app.conversation.senders.get('test') as PlatformSender
  ;(app.conversation.senders as Map<string, PlatformSender>).set('test', sender)
  const place = directPlace('ada')
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  let threadId: ThreadId | undefined
  const job = <Result>(handler: (job: { threadId: ThreadId }, details: typeof run) => Result): Result => {
    if (threadId === undefined) throw new Error('Nothing was said yet.')
    return handler({ threadId }, run)
  }
  const index = () => job(app.handlers['index-thread'])
  for (const text of ['Good morning', 'The garden needs water', 'So do the tomatoes', 'What did we say about water?']) {
    const event = message(app, 'ada', place, text)
    await handle(app, event)
    threadId = (await storedAs(app, event)).threadId
    await index()
    app.clock.advance(60_000)
  }
  return {
    app,
    accept: () => app.inbox(message(app, 'ada', place, 'What did we say about the garden?')),
    answer: () => job(app.handlers['answer-thread']),
    index,
  }
}
