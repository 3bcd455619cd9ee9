import { expect, test } from 'vitest'
import { addPerson, signIn, startPage, type Visitor, write } from './page-harness.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()

test('everything is listed first, forgotten once that is confirmed, and its progress is shown', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect(await html(visitor, '/settings/')).toContain('Delete everything…')
  expect(await (await visitor.post('/settings/forget/', 'everything=1', form)).text()).toContain('Nothing to delete')
  await write(page, { text: 'The key is under the pot.', sentAt: '2026-11-18T08:00:00Z' })
  const listed = await visitor.post('/settings/forget/', 'everything=1', form)
  expect(listed.status).toBe(303)
  const path = listed.headers.get('location') ?? ''
  expect(await html(visitor, path)).toMatch(/Delete everything\?.*1 message of yours/s)
  const confirmed = await visitor.post(`${path}confirm/`, '', form)
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/settings/#forget'])
  expect(page.jobs).toEqual([{ name: 'forget', payload: { forgetRequestId: Number(/\d+/.exec(path)?.[0]) } }])
  expect(await html(visitor, '/settings/')).toContain('Deleting: 0 messages so far')
})

test('a day is listed with some of it, and kept where that is wanted', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  await write(page, { text: 'The <key> is under the pot.', sentAt: '2026-11-17T08:00:00Z' })
  const path = (await visitor.post('/settings/forget/', 'day=2026-11-17', form)).headers.get('location') ?? ''
  expect(await html(visitor, path)).toMatch(/\[#\d+\] The &lt;key> is under the pot\./)
  expect((await visitor.post(`${path}keep/`, '', form)).status).toBe(303)
  expect(await html(visitor, path)).toContain('Nothing to delete')
  expect((await visitor.post(`${path}confirm/`, '', form)).status).toBe(404)
  expect((await visitor.post('/settings/forget/', 'day=tomorrow', form)).status).toBe(400)
  expect(page.jobs).toEqual([])
})

test('nobody sees, confirms or keeps the list of another', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  await write(page, { text: 'The key is under the pot.', sentAt: '2026-11-17T08:00:00Z' })
  const path = (await visitor.post('/settings/forget/', 'everything=1', form)).headers.get('location') ?? ''
  const bo = await addPerson(page, 'bo')
  await write(page, { text: 'Hello.', sentAt: '2026-11-17T08:00:00Z', user: bo })
  const other = await signIn(page, bo.id)
  expect(await html(other, path)).toContain('Nothing to delete')
  for (const answer of ['confirm', 'keep']) expect((await other.post(`${path}${answer}/`, '', form)).status).toBe(404)
  expect(page.jobs).toEqual([])
})
