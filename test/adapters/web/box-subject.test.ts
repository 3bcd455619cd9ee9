import { expect, test } from 'vitest'
import { addPerson, reply, signIn, startPage, write } from './page-harness.ts'

test('the line above the box names a message, with the text to change if it is the user’s own', async () => {
  const page = await startPage()
  const own = await write(page, { text: 'Which **wood**?', sentAt: '2026-11-18T08:00:00Z' })
  const answer = await reply(page, own, { text: '# Oak\nfor the frames', sentAt: '2026-11-18T08:00:02Z' })
  const visitor = await signIn(page)
  const subject = async (query: string) => (await visitor.get(`/continuous/box-subject/?${query}`)).json()
  expect(await subject(`reply=${answer.id}`)).toEqual({ html: expect.stringMatching(/Replying to .*Oak.*name="reply_to"/) })
  expect(await subject(`edit=${own.id}`)).toEqual({ html: expect.stringMatching(/Editing .*name="edits"/), text: 'Which **wood**?' })
  const stranger = await signIn(page, (await addPerson(page, 'Grace')).id)
  for (const query of [`reply=${answer.id}`, `edit=${own.id}`]) {
    expect((await stranger.get(`/continuous/box-subject/?${query}`)).status).toBe(404)
  }
  for (const query of [`edit=${answer.id}`, 'reply=999999'])
    expect((await visitor.get(`/continuous/box-subject/?${query}`)).status).toBe(404)
  expect((await visitor.get('/continuous/box-subject/')).status).toBe(400)
  await page.store.db.message.update({ where: { id: answer.id }, data: { text: '', deletedAt: new Date() } })
  expect((await visitor.get(`/continuous/box-subject/?reply=${answer.id}`)).status).toBe(404)
})
