import { expect, test } from 'vitest'
import { addPerson, reply, signIn, startPage, write } from './page-harness.ts'

test('the text of a message is given as it was written, to those who may read it', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  const answer = await reply(page, asked, { text: 'Take **oak**.\n\n- for `frames`', sentAt: '2026-11-18T08:00:02Z' })
  const path = `/continuous/messages/${answer.id}/text/`
  const owner = await signIn(page)
  expect(await (await owner.get(path)).json()).toEqual({ text: 'Take **oak**.\n\n- for `frames`' })

  const other = await addPerson(page, 'Eve')
  await write(page, { text: 'Hello', sentAt: '2026-11-18T08:00:00Z', user: other })
  expect((await (await signIn(page, other.id)).get(path)).status).toBe(404)
  expect((await fetch(page.url + path, { redirect: 'manual' })).status).not.toBe(200)
  for (const id of ['0', '999999', 'x', '99999999999']) expect((await owner.get(`/continuous/messages/${id}/text/`)).status).toBe(404)
  await page.store.db.message.update({ where: { id: answer.id }, data: { text: '', deletedAt: new Date() } })
  expect((await owner.get(path)).status).toBe(404)
})

test('a citation shows who said what, and when, to those who may read it', async () => {
  const page = await startPage()
  const cited = await write(page, { text: `We take **oak** ${'x'.repeat(700)}`, sentAt: '2026-11-10T10:00:00Z' })
  const path = `/continuous/messages/${cited.id}/preview/`
  const { html } = await (await (await signIn(page)).get(path)).json()
  expect(html).toMatch(/<span>Tuesday 10 November 2026<\/span> <span>11:00<\/span>.*We take <strong>oak<\/strong> x+…<\/p>/s)
  const other = await addPerson(page, 'Eve')
  await write(page, { text: 'Hello', sentAt: '2026-11-18T08:00:00Z', user: other })
  expect((await (await signIn(page, other.id)).get(path)).status).toBe(404)
})
