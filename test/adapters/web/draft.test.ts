import { expect, test } from 'vitest'
import { addPerson, signIn, startPage } from './page-harness.ts'

test('the draft is stored for its user alone, replaced, and deleted when it is blank', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const stranger = await signIn(page, (await addPerson(page, 'Grace')).id)
  const draft = async (of = visitor) => (await of.get('/continuous/draft/')).json()
  const known = ['First', ' Second <b>"half"</b> ']
  const save = async (text: unknown, account?: number) => (await visitor.post('/continuous/draft/', { text, known, account })).status
  expect(await draft()).toEqual({ text: '' })
  expect(await save('First', page.owner.id)).toBe(200)
  expect(await save(' Second\0 <b>"half"</b> ')).toBe(200)
  expect(await draft()).toEqual({ text: ' Second <b>"half"</b> ' })
  expect(await draft(stranger)).toEqual({ text: '' })
  expect(await (await visitor.get('/continuous/')).text()).toContain('data-draft=" Second &lt;b>&quot;half&quot;&lt;/b> "')
  expect(await save('x'.repeat(16_001))).toBe(400)
  expect(await save(7)).toBe(400)
  expect(await save('From a page of somebody else', page.owner.id + 1)).toBe(409)
  expect(await draft()).toEqual({ text: ' Second <b>"half"</b> ' })
  expect((await visitor.get(`/continuous/draft/?account=${page.owner.id + 1}`)).status).toBe(409)
  // Another browser has written something that this one does not know.
  expect(await (await visitor.post('/continuous/draft/', { text: 'Third', known: ['First'] })).json()).toEqual({
    text: ' Second <b>"half"</b> ',
  })
  expect(await save(' \n')).toBe(200)
  expect(await page.store.db.draft.count()).toBe(0)
})

test('sending a text deletes the draft of it, and leaves what is being written meanwhile', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const draft = async () => (await (await visitor.get('/continuous/draft/')).json()).text
  await visitor.post('/continuous/draft/', { text: 'Hello there\n' })
  await visitor.post('/continuous/add-message/', { id: 'made-by-the-page-0001', text: 'Something else' })
  expect(await draft()).toBe('Hello there\n')
  await visitor.post('/continuous/add-message/', { id: 'made-by-the-page-0002', text: 'Hello there' })
  expect(await draft()).toBe('')
  await visitor.post('/continuous/draft/', { text: 'See the file' })
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: 'made-by-the-page-0003', text: 'See the file' })) form.set(name, value)
  form.append('files', new File(['x'], 'a.txt'))
  const { cookie } = visitor
  const sent = await fetch(`${page.url}/continuous/add-message/files/`, {
    method: 'POST',
    headers: { cookie, origin: page.url },
    body: form,
  })
  expect(sent.status).toBe(202)
  expect(await draft()).toBe('')
})
