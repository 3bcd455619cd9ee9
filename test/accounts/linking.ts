import { onTestFinished } from 'vitest'
import type { AccountId, MessageId, UserId } from '../../src/core/domain/ids.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { findUserByAccount } from '../../src/people/users.ts'
import { handle, message, press, type Sent, type TestApp, testApp } from '../support/app.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { emptyStore } from '../support/store.ts'
import { citingModel } from '../support/summaries.ts'

const codePattern = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/
const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** People of one platform who link their accounts. */
export interface Linking {
  readonly app: TestApp
  readonly model: ScriptedModel
  person(name: string, options?: { timezone?: string }): Promise<TestPerson>
  /** Somebody writes to the bot, known or not, and what is said to them then. */
  write(by: string, text: string, place?: PlaceRef): Promise<string[]>
  press(by: string, action: string): Promise<string[]>
  /** What was said to them alone since they were last asked about. */
  told(by: string): Promise<string[]>
  /** The buttons under what was said to them last. */
  buttons(by: string): Readonly<Record<string, string>>
  /** Links two accounts: both confirm. */
  link(requester: string, claimant: string): Promise<void>
  /** A new code of somebody's. */
  codeOf(by: string): Promise<string>
  userOf(name: string): Promise<UserId | undefined>
  /** Sends what waits to be sent. */
  deliver(): Promise<void>
}

let opened: Promise<TestApp> | undefined
const model = new ScriptedModel(() => ({ text: 'I see.' }))

/** One bot for all tests of a file, as opening one takes seconds; emptied after each of them. */
function ownApp(): Promise<TestApp> {
  opened ??= testApp({ chat: model, summary: citingModel(), env: { ACCESS: 'pairing' } })
  return opened
}

/** For the end of a file. */
export async function closeLinking(): Promise<void> {
  const app = await opened
  opened = undefined
  await app?.page.close()
  await app?.close(0)
}

async function empty({ store, sent }: TestApp): Promise<void> {
  await emptyStore(store)
  sent.length = 0
}

/** People who have introduced themselves. */
export async function introduced(...names: string[]): Promise<Linking> {
  const bench = await linking()
  for (const name of names) {
    await bench.person(name)
    await bench.write(name, `I am ${name}.`)
  }
  return bench
}

/** The id of somebody's account. */
export async function findAccountId({ app }: Linking, name: string): Promise<AccountId> {
  return (await app.store.db.account.findFirstOrThrow({ where: { platform: 'test', platformUserId: name } })).id as AccountId
}

export async function linking(): Promise<Linking> {
  const app = await ownApp()
  onTestFinished(() => empty(app))
  const seen = new Map<string, number>()
  const sentTo = (by: string): Sent[] => app.sent.filter(({ to }) => to === directPlace(by).address)

  async function deliver(): Promise<void> {
    const pending = await app.store.db.delivery.findMany({
      where: { state: 'pending' },
      select: { messageId: true },
      orderBy: { id: 'asc' },
    })
    for (const { messageId } of pending) await app.handlers['deliver-message']({ messageId: messageId as MessageId }, run)
  }
  async function told(by: string): Promise<string[]> {
    await deliver()
    const all = sentTo(by)
    const fresh = all.slice(seen.get(by) ?? 0)
    seen.set(by, all.length)
    return fresh.map(({ text }) => text)
  }
  const userOf = async (name: string) =>
    (await findUserByAccount(app.store.db, { platform: 'test', tenant: '', platformUserId: name }))?.user.id
  const write: Linking['write'] = async (by, text, place = directPlace(by)) => {
    await told(by)
    const event = message(app, by, place, text)
    if (await userOf(by)) await handle(app, event)
    else await app.inbox(event)
    return told(by)
  }
  const pressButton: Linking['press'] = async (by, action) => {
    await told(by)
    const event = press(app, by, directPlace(by), action)
    if (await userOf(by)) await handle(app, event)
    else await app.inbox(event)
    return told(by)
  }
  const buttons = (by: string) => Object.fromEntries((sentTo(by).at(-1)?.buttons ?? []).map(({ label, action }) => [label, action]))
  return {
    app,
    model,
    deliver,
    told,
    userOf,
    write,
    person: (name, options = {}) => testPerson(app.store, { name, ...options }),
    press: pressButton,
    async link(requester, claimant) {
      const [answer = ''] = await write(requester, '/link')
      await write(claimant, `/link ${codePattern.exec(answer)?.[0]}`)
      await pressButton(claimant, buttons(claimant)['Yes, that’s me'] ?? '')
      await told(requester)
      await pressButton(requester, buttons(requester)['Yes, that’s me'] ?? '')
      await told(claimant)
    },
    buttons,
    async codeOf(by) {
      const [answer = ''] = await write(by, '/link')
      return codePattern.exec(answer)?.[0] ?? answer
    },
  }
}
