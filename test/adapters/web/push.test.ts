import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushBench } from '../../push/push-bench.ts'
import { addPerson, endSessionOf, signIn, startPage } from './page-harness.ts'

const toBody = ({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }) => ({ endpoint, p256dh, auth })

test('a test notification arrives at once, and says so if the push service does not take it', async () => {
  const bench = await pushBench()
  const visitor = await bench.subscribe()
  expect((await visitor.post('/settings/push/test/', {})).status).toBe(200)
  expect(bench.service.received.map(({ notice }) => notice)).toEqual([
    {
      account: bench.page.owner.id,
      about: 'test',
      title: 'Throughline',
      text: 'Notifications work in this browser.',
      brief: 'Notifications work in this browser.',
      path: '/continuous/',
    },
  ])
  visitor.browser.answer = 500
  const failed = await visitor.post('/settings/push/test/', {})
  expect([failed.status, await failed.json()]).toEqual([400, { error: expect.stringContaining('(500)') }])
  visitor.browser.answer = 410
  expect((await visitor.post('/settings/push/test/', {})).status).toBe(400)
  expect(await bench.page.store.db.pushSubscription.count()).toBe(0)
})

test('switched off, a browser is notified no more', async () => {
  const bench = await pushBench()
  const visitor = await bench.subscribe()
  const other = await bench.subscribe()
  await bench.answer('For one')
  expect((await visitor.post('/settings/push/off/', {})).status).toBe(200)
  await bench.run()
  expect(bench.service.received.map(({ browser }) => browser)).toEqual([other.browser])
})

test('an address that a browser is given anew misses nothing', async () => {
  const bench = await pushBench()
  const visitor = await bench.subscribe()
  await bench.answer('Meanwhile')
  expect((await visitor.post('/settings/push/renew/', toBody(visitor.browser))).status).toBe(200)
  const renewed = bench.service.renew(visitor.browser)
  expect((await visitor.post('/settings/push/renew/', toBody(renewed))).status).toBe(200)
  await bench.run()
  expect(bench.service.received.map(({ browser, notice }) => [browser, notice.text])).toEqual([[renewed, 'Meanwhile']])
})

test('the browser of somebody who signs in after another belongs to them alone', async () => {
  const bench = await pushBench()
  const { browser } = await bench.subscribe()
  const grace = await addPerson(bench.page, 'Grace')
  await bench.subscribe(browser, grace)
  await bench.answer('For the owner')
  await bench.answer('For Grace', grace)
  await bench.run()
  expect(bench.texts()).toEqual(['For Grace'])
})

test('what is no address of a push service is refused, with a sentence', async () => {
  const page = await startPage({ options: { encryptionKey: randomBytes(32) } })
  const visitor = await signIn(page)
  const bench = await pushBench()
  const refused = await visitor.post('/settings/push/', toBody(bench.service.addBrowser()))
  expect([refused.status, await refused.json()]).toEqual([400, { error: expect.stringContaining('cannot be used') }])
  expect((await visitor.post('/settings/push/', { endpoint: 'https://push.example.org/' })).status).toBe(400)
  expect(await page.store.db.pushSubscription.count()).toBe(0)
})

test('a page of another account, another site, and a signed-out browser change nothing', async () => {
  const bench = await pushBench()
  const visitor = await bench.subscribe()
  const target = toBody(bench.service.addBrowser())
  for (const path of ['/settings/push/', '/settings/push/renew/', '/settings/push/off/', '/settings/push/test/']) {
    expect((await visitor.post(path, { ...target, account: bench.page.owner.id + 1 })).status).toBe(409)
    expect((await visitor.post(path, target, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await visitor.post(path, target, { cookie: '' })).status).toBe(401)
  }
  expect(await bench.page.store.db.pushSubscription.count({ where: { endpoint: visitor.browser.endpoint } })).toBe(1)
  expect(bench.service.answered).toEqual([])
})

test('at most ten browsers of a user are notified, the newest', async () => {
  const bench = await pushBench()
  const first = await bench.subscribe()
  for (let count = 0; count < 10; count++) {
    await bench.subscribe()
  }
  expect(await bench.page.store.db.pushSubscription.count()).toBe(10)
  expect(await bench.page.store.db.pushSubscription.count({ where: { endpoint: first.browser.endpoint } })).toBe(0)
})

test('requests are limited, so that nobody has the server send many', async () => {
  const bench = await pushBench()
  const visitor = await bench.subscribe()
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) statuses.push((await visitor.post('/settings/push/test/', {})).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('a session subscribes ten times a minute at most', async () => {
  const bench = await pushBench()
  const [visitor, other] = [await signIn(bench.page), await signIn(bench.page)]
  const target = toBody(bench.service.addBrowser())
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    const path = count % 2 === 0 ? '/settings/push/' : '/settings/push/renew/'
    statuses.push((await visitor.post(path, target)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await other.post('/settings/push/', target)).status).toBe(200)
})

test('a browser is told which account it is signed in to, until its session ends', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const ask = async () => {
    const response = await visitor.get('/settings/push/account/')
    return [response.status, await response.json()]
  }
  expect(await ask()).toEqual([200, { account: page.owner.id }])
  await endSessionOf(page, visitor)
  expect(await ask()).toEqual([401, { error: expect.any(String) }])
})
