import { expect, onTestFinished } from 'vitest'
import type { ThreadId } from '../../src/core/domain/ids.ts'
import { ensureLocalOwner } from '../../src/people/users.ts'
import { signedIn } from '../e2e/attacks/page-routes.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const reply = 'An instant answer.'
const waiting = { timeout: 10_000 }
const run = { signal: new AbortController().signal, attempt: 1, last: true }

export interface OpenPage {
  readonly app: TestApp
  /** Writes a message on the page, and resolves when the page has shown the reply and everything has been done. */
  write(text: string): Promise<void>
}

/** A page on which its owner has written before. */
export async function openPage(): Promise<OpenPage> {
  const model = new ScriptedModel(() => ({ text: reply }), 128_000)
  const app = await testApp({ chat: model, summary: model, env: { MESSAGES_PER_MINUTE: '30' } })
  const headers = await signedIn(app, (await ensureLocalOwner(app.store, app.clock.now())).id)
  const post = async (url: string, payload: object) =>
    expect((await app.page.inject({ method: 'POST', url, headers, payload })).statusCode).toBeLessThan(300)
  const socket = await app.page.injectWS('/continuous/live?since=0&day=2026-11-18', { headers })
  onTestFinished(async () => {
    socket.terminate()
    await app.close()
  })
  let events: { type: string; seq?: number }[] = []
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString())))
  let written = 0
  let threadId: ThreadId | undefined
  const write = async (text: string) => {
    events = []
    await post('/continuous/add-message/', { id: `message-number-${++written}`, text })
    await expect.poll(() => events.map(({ type }) => type), waiting).toContain('changes')
    threadId ??= (await app.store.db.thread.findFirstOrThrow({ where: { kind: 'continuous' } })).id as ThreadId
    await app.handlers['answer-thread']({ threadId }, run)
    await expect.poll(() => events.map(({ type }) => type), waiting).toContain('preview-end')
    await post('/continuous/seen/', { seq: Math.max(...events.map(({ seq = 0 }) => seq)) })
    await app.handlers['index-thread']({ threadId }, run)
    app.clock.advance(1_000)
  }
  for (const text of ['Good morning', 'The garden needs water', 'So do the tomatoes', 'What did we say about water?']) await write(text)
  return { app, write }
}
