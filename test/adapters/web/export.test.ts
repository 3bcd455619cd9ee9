import { expect, test } from 'vitest'
import { addPerson, signIn, startPage, visitorWith, write } from './page-harness.ts'

test('both files are downloads with everything of the one who is signed in, and nothing of others', async () => {
  const page = await startPage()
  const other = await addPerson(page, 'Omar')
  await write(page, { text: 'My fondue', sentAt: '2026-11-17T10:00:00Z' })
  await write(page, { text: 'His raclette', sentAt: '2026-11-17T10:00:00Z', user: other })
  const visitor = await signIn(page)
  for (const [format, type, name] of [
    ['json', 'application/json', 'throughline-2026-11-18.json'],
    ['markdown', 'text/markdown', 'throughline-2026-11-18.md'],
  ]) {
    const response = await visitor.get(`/export/?format=${format}&from=&to=`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).toContain('My fondue')
    expect(text).not.toContain('raclette')
  }
})

test('some days are all there is when they are asked for', async () => {
  const page = await startPage()
  for (const day of [15, 16, 17]) await write(page, { text: `Day ${day}`, sentAt: `2026-11-${day}T10:00:00Z` })
  const visitor = await signIn(page)
  const json = (await (await visitor.get('/export/?format=json&from=2026-11-16&to=2026-11-16')).json()) as { messages: { text: string }[] }
  expect(json.messages.map(({ text }) => text)).toEqual(['Day 16'])
})

test.each([
  ['/export/', 'format: markdown or json is expected.'],
  ['/export/?format=xml', 'format: markdown or json is expected.'],
  ['/export/?format=json&from=soon', '"soon" is not a date'],
  ['/export/?format=json&from=2026-02-31', '"2026-02-31" is not a date'],
  ['/export/?format=json&from=2026-11-02&to=2026-11-01', 'is after the last day'],
])('%s is refused in a sentence', async (path, sentence) => {
  const page = await startPage()
  const response = await (await signIn(page)).get(path)
  expect(response.status).toBe(400)
  expect(((await response.json()) as { error: string }).error).toContain(sentence)
})

test('nobody who is not signed in gets anything', async () => {
  const page = await startPage()
  await write(page, { text: 'My fondue', sentAt: '2026-11-17T10:00:00Z' })
  const response = await visitorWith(page, '').get('/export/?format=json')
  expect(response.status).not.toBe(200)
  expect(await response.text()).not.toContain('fondue')
})

test('the settings offer both, of all days or of some', async () => {
  const page = await startPage()
  const html = await (await (await signIn(page)).get('/settings/', { accept: 'text/html' })).text()
  expect(html).toContain('action="/export/"')
  for (const field of ['name="from"', 'name="to"', 'value="markdown"', 'value="json"']) expect(html).toContain(field)
})
