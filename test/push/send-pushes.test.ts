import { beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../../src/core/domain/messages.ts'
import { endAccountSessions, endAllSessions } from '../../src/people/sign-in.ts'
import { ensurePushKeys, findPushKeys } from '../../src/push/push-keys.ts'
import { sendPushes } from '../../src/push/send-pushes.ts'
import { addPerson, answeredByTurn, endSessionOf, reply, write } from '../adapters/web/page-harness.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { type PushBench, pushBench } from './push-bench.ts'

let bench: PushBench

/** How many pushes are sent at once. */
const pushesAtOnce = 50

beforeEach(async () => {
  bench = await pushBench()
})

/** Fills a run with browsers whose push service never answers, so that the others wait for them. */
async function addStuckBrowsers(): Promise<void> {
  const { page, service, clock } = bench
  const stuck = service.addBrowser('hang')
  const now = clock.now()
  const { changeSeq: pushedSeq } = await page.store.db.thread.findFirstOrThrow()
  for (let count = 0; count < pushesAtOnce; count++) {
    const { endpoint, p256dh, auth } = service.renew(stuck)
    const target = { endpoint, p256dh, auth, createdAt: now, pushedSeq, checkedAt: new Date(now.getTime() - 60_000), nextAt: now }
    const session = { hash: `stuck ${count}`, userId: page.owner.id, createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
    await page.store.db.webSession.create({ data: { ...session, push: { create: target } } })
  }
}

/** Reminds the user of something. */
async function remind(asked: Message, text: string): Promise<void> {
  const { page, clock } = bench
  const { id: messageId } = await reply(page, asked, { text, sentAt: clock.now(), role: 'system', kind: 'notice' })
  const loop = { userId: page.owner.id, text, gist: text, owner: 'user', state: 'open', audience: 'private', origin: 'request' }
  const { id: loopId } = await page.store.db.openLoop.create({ data: { ...loop, createdAt: clock.now() } })
  const posted = { loopId, dueAt: clock.now(), postAt: clock.now(), isTimed: true, state: 'posted', messageId }
  await page.store.db.reminder.create({ data: posted })
}

const endpoints = async () => (await bench.page.store.db.pushSubscription.findMany()).map(({ endpoint }) => endpoint)

describe('what is pushed', () => {
  test('a reply, once, encrypted for the browser and signed by the server', async () => {
    const { browser } = await bench.subscribe()
    const { id } = await bench.answer('## The chairs\n\nWe take **oak** for them [#12].')
    await bench.run()
    await bench.run()
    const [push, ...more] = bench.service.received
    expect(more).toEqual([])
    expect(push?.browser).toBe(browser)
    expect(push?.notice).toEqual({
      account: bench.page.owner.id,
      about: 'replies',
      title: 'Throughline',
      text: 'The chairs We take oak for them.',
      brief: '1 new message',
      path: `/continuous/?message=${id}#m${id}`,
    })
    const keys = await findPushKeys(bench.page.store.db, bench.page.options.encryptionKey)
    expect(push?.vapid).toMatchObject({ sub: 'mailto:operator@throughline.invalid', key: keys?.publicKey })
    expect(push?.headers).toMatchObject({ ttl: '43200', urgency: 'high', topic: 'replies', 'content-encoding': 'aes128gcm' })
  })

  test('several replies as one, with the number of them, in the language of the user', async () => {
    await bench.page.store.db.user.updateMany({ data: { language: 'de' } })
    await bench.subscribe()
    await bench.answer('First')
    await bench.answer('Second')
    await bench.run()
    expect(bench.service.received.map(({ notice: { title, text } }) => [title, text])).toEqual([['2 neue Nachrichten', 'Second']])
  })

  test('a reminder, wherever it was sent, but no other notice and no reply elsewhere', async () => {
    const { page, clock } = bench
    await bench.subscribe()
    const asked = await write(page, { text: 'Remind me', sentAt: clock.now(), place: directPlace('Ana-phone') })
    await reply(page, asked, { text: 'A reply on the phone', sentAt: clock.now() })
    await reply(page, asked, { text: 'Some notice', sentAt: clock.now(), role: 'system', kind: 'notice' })
    await remind(asked, '⏰ call Ann')
    await bench.run()
    expect(bench.texts()).toEqual(['⏰ call Ann'])
  })

  test('replies and reminders apart, so that neither takes the place of the other', async () => {
    const { browser } = await bench.subscribe()
    const asked = await bench.answer('Oak it is.')
    await remind(asked, '⏰ call Ann')
    await bench.answer('Or larch.')
    const seen = () => bench.service.received.map(({ notice, headers }) => [notice.about, headers['topic'], notice.title, notice.text])
    const both = [
      ['replies', 'replies', '2 new messages', 'Or larch.'],
      ['reminders', 'reminders', 'Throughline', '⏰ call Ann'],
    ]
    await bench.run()
    expect(seen()).toEqual(both)
    await bench.run()
    expect(seen()).toEqual(both)
    // If one of them fails, both are sent again.
    await bench.answer('Late')
    await remind(asked, '⏰ Late, too')
    browser.answers = [201, 500]
    await bench.run()
    await bench.run(30_000)
    expect(bench.texts().slice(2)).toEqual(['Late', 'Late', '⏰ Late, too'])
  })

  test('nothing that the user wrote, that is not finished, was deleted, or is a secret', async () => {
    const { page, clock } = bench
    await bench.subscribe()
    const asked = await write(page, { text: 'Own words', sentAt: clock.now() })
    await reply(page, asked, { text: 'Half a rep', sentAt: clock.now(), kind: 'draft' })
    await reply(page, asked, { text: 'Without a turn', sentAt: clock.now() })
    const gone = await bench.answer('Gone')
    await page.store.db.message.update({ where: { id: gone.id }, data: { text: '', deletedAt: clock.now() } })
    const secret = await bench.answer('A code: 123456')
    await page.store.db.message.update({ where: { id: secret.id }, data: { textExpiresAt: clock.now() } })
    await bench.run()
    expect(bench.texts()).toEqual([])
  })

  test('nothing of other people, or of a channel', async () => {
    const { page, clock } = bench
    await bench.subscribe()
    const grace = await addPerson(page, 'Grace')
    await bench.answer('For Grace', grace)
    const inChannel = await write(page, { text: 'Hello all', sentAt: clock.now(), place: sharedPlace('team') })
    await reply(page, inChannel, { text: 'For the channel', sentAt: clock.now() })
    await bench.run()
    expect(bench.texts()).toEqual([])
  })

  test('nothing from before, and nothing again because it has changed', async () => {
    const { page } = bench
    const before = await bench.answer('Before')
    await bench.subscribe()
    const after = await bench.answer('After')
    await bench.run()
    bench.clock.advance(60_000)
    for (const { id, threadId } of [before, after]) {
      const { changeSeq } = await page.store.db.thread.update({ where: { id: threadId }, data: { changeSeq: { increment: 1 } } })
      await page.store.db.message.update({ where: { id }, data: { changeSeq } })
    }
    await bench.run()
    expect(bench.texts()).toEqual(['After'])
  })

  test('a reply that was begun before another message and finished after it', async () => {
    const { page, clock } = bench
    await bench.subscribe()
    const asked = await write(page, { text: 'A long question', sentAt: clock.now() })
    const draft = await reply(page, asked, { text: 'Writ', sentAt: clock.now(), kind: 'draft' })
    await bench.answer('Faster')
    await bench.run()
    const { changeSeq } = await page.store.db.thread.update({ where: { id: draft.threadId }, data: { changeSeq: { increment: 1 } } })
    await page.store.db.message.update({ where: { id: draft.id }, data: { text: 'Written', kind: 'chat', changeSeq } })
    await answeredByTurn(page, { ...draft, sentAt: clock.now() }, {})
    await bench.run()
    expect(bench.texts()).toEqual(['Faster', 'Written'])
  })
})

describe('when', () => {
  test('not while the page shows it, and not what another browser has shown', async () => {
    const { page } = bench
    const shown = await bench.subscribe()
    const other = await bench.subscribe()
    await bench.answer('Read at once')
    await bench.run(1_000)
    const { changeSeq: seq } = await page.store.db.thread.findFirstOrThrow()
    expect((await shown.post('/continuous/seen/', { seq, account: page.owner.id })).status).toBe(200)
    await bench.run()
    expect(bench.service.received.map(({ browser }) => browser)).toEqual([other.browser])
    await bench.answer('Not read')
    await shown.get('/continuous/', { accept: 'text/html' })
    await bench.answer('Later')
    await bench.run()
    expect(bench.texts()).toEqual(['Read at once', 'Later', 'Later'])
  })

  test('two processes send it once', async () => {
    await bench.subscribe()
    await bench.subscribe()
    await bench.answer('Once')
    bench.clock.advance(6_000)
    const signal = new AbortController().signal
    await Promise.all([0, 1, 2].map(() => sendPushes({ ...bench.page.options }, { signal })))
    expect(bench.texts()).toEqual(['Once', 'Once'])
  })

  test('what a killed process was sending is sent once its claim has expired', async () => {
    const { browser } = await bench.subscribe()
    await bench.answer('Kept')
    browser.answer = 'hang'
    bench.clock.advance(6_000)
    const stopping = new AbortController()
    const running = sendPushes(bench.page.options, { signal: stopping.signal })
    await expect.poll(() => bench.service.answered.length).toBe(1)
    stopping.abort()
    await running
    browser.answer = 201
    await bench.run()
    expect(bench.texts()).toEqual([])
    await bench.run(60_000)
    expect(bench.texts()).toEqual(['Kept'])
  })

  test('what is finished while slow push services hold the run is sent in the next one', async () => {
    await bench.answer('Before')
    const { browser } = await bench.subscribe()
    await addStuckBrowsers()
    await bench.answer('First')
    bench.clock.advance(6_000)
    const running = sendPushes(bench.page.options, { signal: new AbortController().signal })
    await expect.poll(() => bench.service.answered.length, { timeout: 20_000 }).toBe(pushesAtOnce)
    await bench.answer('Meanwhile')
    bench.clock.advance(10_000)
    await running
    await bench.run()
    expect(bench.service.received.map((push) => [push.browser, push.notice.text])).toEqual([
      [browser, 'First'],
      [browser, 'Meanwhile'],
    ])
  })

  test('nothing of somebody who begins to have everything deleted during a run', async () => {
    const { page, clock } = bench
    await bench.answer('Before')
    await bench.subscribe()
    await addStuckBrowsers()
    await bench.answer('Too late')
    clock.advance(6_000)
    const running = sendPushes(page.options, { signal: new AbortController().signal })
    await expect.poll(() => bench.service.answered.length, { timeout: 20_000 }).toBe(pushesAtOnce)
    const { id: placeId } = await page.store.db.place.findFirstOrThrow()
    const request = { userId: page.owner.id, placeId, kind: 'everything', requestedAt: clock.now(), expiresAt: clock.now() }
    await page.store.db.forgetRequest.create({ data: { ...request, state: 'confirmed' } })
    clock.advance(10_000)
    await running
    await bench.run()
    expect(bench.texts()).toEqual([])
  })

  test('nothing to do is one statement', async () => {
    await bench.subscribe()
    await bench.answer('Done')
    await bench.run()
    const statements = watchStatements(bench.page.store)
    await bench.run()
    expect(statements.take()).toHaveLength(1)
  })
})

describe('what a push service answers', () => {
  test.each([404, 410])('%i ends the subscription', async (status) => {
    const { browser } = await bench.subscribe(bench.service.addBrowser(status))
    await bench.answer('Lost')
    await bench.run()
    expect(await endpoints()).toEqual([])
    browser.answer = 201
    await bench.run()
    expect(bench.texts()).toEqual([])
  })

  test.each([429, 500])('%i is tried again, later each time, and the address is in no log', async (status) => {
    const { browser } = await bench.subscribe(bench.service.addBrowser(status))
    await bench.answer('Late')
    await bench.run()
    await bench.run(29_000)
    expect(bench.service.answered).toEqual([status])
    await bench.run(1_000)
    await bench.run(59_000)
    expect(bench.service.answered).toEqual([status, status])
    browser.answer = 201
    await bench.run(1_000)
    expect(bench.texts()).toEqual(['Late'])
    const logged = JSON.stringify(bench.log.lines)
    expect(logged).toContain(`"reason":"${status}"`)
    expect(logged).not.toContain('/push/')
    expect(await bench.page.store.db.pushSubscription.findMany({ select: { failures: true, failingSince: true } })).toEqual([
      { failures: 0, failingSince: null },
    ])
  })

  test('the time that it asks for is waited', async () => {
    await bench.subscribe(bench.service.addBrowser(429, '120'))
    await bench.answer('Later')
    await bench.run()
    await bench.run(119_000)
    expect(bench.service.answered).toHaveLength(1)
    await bench.run(1_000)
    expect(bench.service.answered).toHaveLength(2)
  })

  test('a subscription that fails for days ends', async () => {
    await bench.subscribe(bench.service.addBrowser(500))
    await bench.answer('Never')
    for (let hours = 0; hours < 71; hours++) await bench.run(3_600_000)
    expect(await endpoints()).toHaveLength(1)
    for (let hours = 0; hours < 3; hours++) await bench.run(3_600_000)
    expect(await endpoints()).toEqual([])
  })

  test('it ends after ten failures without a break, however long a few of them take', async () => {
    const browser = bench.service.addBrowser(500, String(86_400))
    await bench.subscribe(browser)
    await bench.page.store.db.webSession.updateMany({ data: { expiresAt: new Date(bench.clock.now().getTime() + 40 * 86_400_000) } })
    const fail = async (times: number) => {
      browser.answer = 500
      for (let count = 0; count < times; count++) await bench.run(86_400_000)
    }
    await bench.answer('Late')
    await fail(9)
    browser.answer = 201
    await bench.run(86_400_000)
    expect(bench.texts()).toEqual(['Late'])
    await bench.answer('Never')
    await fail(9)
    expect(await endpoints()).toHaveLength(1)
    await fail(1)
    expect(await endpoints()).toEqual([])
  })

  test('one that answers never is given up, and delays no other', async () => {
    const stuck = bench.service.addBrowser('hang')
    await bench.subscribe(stuck)
    await bench.subscribe()
    await bench.answer('For both')
    bench.clock.advance(6_000)
    const running = sendPushes(bench.page.options, { signal: new AbortController().signal })
    await expect.poll(() => bench.texts()).toEqual(['For both'])
    const { changeSeq: pushedSeq } = await bench.page.store.db.thread.findFirstOrThrow()
    await expect.poll(() => bench.page.store.db.pushSubscription.count({ where: { pushedSeq } })).toBe(1)
    bench.clock.advance(10_000)
    await running
    stuck.answer = 201
    await bench.run(30_000)
    expect(bench.service.received.map(({ browser }) => browser === stuck)).toEqual([false, true])
  })
})

describe('who is notified no more', () => {
  test('a browser that was signed out', async () => {
    const visitor = await bench.subscribe()
    await bench.answer('Too late')
    await endSessionOf(bench.page, visitor)
    await bench.run()
    expect([bench.texts(), await endpoints()]).toEqual([[], []])
  })

  test('a browser whose session has expired', async () => {
    await bench.subscribe()
    bench.clock.advance(8 * 86_400_000)
    await bench.answer('Too late')
    await bench.run()
    expect([bench.texts(), await endpoints()]).toEqual([[], []])
  })

  test('the browsers of an account that was unlinked', async () => {
    const { page } = bench
    await bench.subscribe()
    const { accountId } = { accountId: (await page.store.db.account.findFirstOrThrow({ where: { userId: page.owner.id } })).id }
    await page.store.db.webSession.updateMany({ data: { accountId } })
    await bench.answer('Too late')
    const unlinked = { userId: page.owner.id, accountId: accountId as never, ownPlatforms: ['web'] }
    await page.store.transaction((tx) => endAccountSessions(tx, unlinked))
    await bench.run()
    expect([bench.texts(), await endpoints()]).toEqual([[], []])
  })

  test('the browsers of a session whose account belongs to another user now', async () => {
    const { page } = bench
    await bench.subscribe()
    const grace = await addPerson(page, 'Grace')
    const { id: accountId } = await page.store.db.account.findFirstOrThrow({ where: { userId: grace.id } })
    await page.store.db.webSession.updateMany({ data: { accountId } })
    await bench.answer('Too late')
    await bench.run()
    expect(bench.texts()).toEqual([])
  })

  test('the browsers of a user who has everything deleted, or is blocked', async () => {
    const { page } = bench
    await bench.subscribe()
    const grace = await addPerson(page, 'Grace')
    await bench.subscribe(bench.service.addBrowser(), grace)
    await bench.answer('Too late')
    await bench.answer('Too late', grace)
    await page.store.db.user.update({ where: { id: grace.id }, data: { blockedAt: bench.clock.now() } })
    await page.store.transaction((tx) => endAllSessions(tx, page.owner.id))
    await bench.run()
    expect(bench.texts()).toEqual([])
    expect(await endpoints()).toHaveLength(1)
  })
})

test('with another encryption key, the server gets keys of its own anew, and the subscriptions to the old ones end', async () => {
  await bench.subscribe()
  const { store, encryptionKey } = bench.page.options
  const before = await findPushKeys(store.db, encryptionKey)
  const other = { ...bench.page.options, encryptionKey: new Uint8Array(32).fill(7) }
  const [first, second] = await Promise.all([ensurePushKeys(other), ensurePushKeys(other)])
  expect(first).toEqual(second)
  expect(first?.publicKey).not.toBe(before?.publicKey)
  expect(await endpoints()).toEqual([])
  expect(JSON.stringify(await store.db.pushKey.findMany())).not.toContain(first?.privateKey)
})
