import { expect, test } from 'vitest'
import type { InboundMessage } from '../../../src/core/ports/platform.ts'
import { type Page, signIn, startPage, type Visitor } from './page-harness.ts'

const id = 'made-by-the-page-0001'

async function postFiles(page: Page, visitor: Visitor, files: readonly File[], more: Record<string, string> = {}): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id, text: '', ...more })) form.set(name, value)
  for (const file of files) form.append('files', file)
  const headers = { cookie: visitor.cookie, origin: page.url }
  return fetch(`${page.url}/continuous/add-message/files/`, { method: 'POST', headers, body: form })
}

const file = (name: string, text: string, type = 'text/plain') => new File([text], name, { type })

test('a message with files is one event with their names, types and contents', async () => {
  const page = await startPage({ inbox: async () => {} })
  const visitor = await signIn(page)
  const posted = await postFiles(page, visitor, [file('Eiche ä.txt', 'oak'), file('b.pdf', 'pine', 'application/pdf')], { text: ' Plans ' })
  expect(posted.status).toBe(202)
  const { text, attachments } = page.events[0] as InboundMessage
  expect(text).toBe('Plans')
  expect(attachments?.map(({ content, ...rest }) => [rest, Buffer.from(content ?? []).toString()])).toEqual([
    [{ source: `page:${id}:0`, name: 'Eiche ä.txt', mediaType: 'text/plain', bytes: 3 }, 'oak'],
    [{ source: `page:${id}:1`, name: 'b.pdf', mediaType: 'application/pdf', bytes: 4 }, 'pine'],
  ])
})

test('too many files, too large ones, none, and what is no form are refused', async () => {
  const page = await startPage({ inbox: async () => {} })
  const visitor = await signIn(page)
  const many = Array.from({ length: 11 }, (_, n) => file(`${n}.txt`, 'x'))
  expect((await postFiles(page, visitor, many)).status).toBe(400)
  expect((await postFiles(page, visitor, [])).status).toBe(400)
  expect((await postFiles(page, visitor, [file('large.txt', 'x'.repeat(1_200_000))])).status).toBe(413)
  expect((await postFiles(page, visitor, [file('a.txt', 'x')], { account: String(page.owner.id + 1) })).status).toBe(409)
  const broken = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await visitor.post('/continuous/add-message/files/', 'no form', broken)).status).toBe(400)
  expect(page.events).toEqual([])
})
