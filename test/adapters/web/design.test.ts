import { expect, test } from 'vitest'
import { addPerson, signIn, startPage } from './page-harness.ts'

const html = { accept: 'text/html' }

test('the owner sees every kind of message and control, and others find no such page', async () => {
  const page = await startPage()
  const shown = await (await signIn(page)).get('/design/', html)
  expect(shown.status).toBe(200)
  const text = await shown.text()
  for (const kind of ['user', 'assistant', 'command', 'notice', 'digest', 'gone', 'tool', 'pending', 'failed'])
    expect(text, kind).toMatch(new RegExp(`class="message [^"]*\\b${kind}\\b`))
  for (const control of [
    '<select',
    '<textarea',
    'type="range"',
    'type="file"',
    '<dialog',
    '<meter',
    '<progress',
    'class="toast"',
    'class="menu"',
    'class="mark new-since"',
    'class="calendar"',
    'class="keys" open',
    'class="recorded" role="timer" aria-live="off">0:07',
    'id="push-switch"',
    'class="past"',
    'class="message newest',
    'aria-label="Answer again" title="Answer again"',
    'data-pause',
  ])
    expect(text).toContain(control)
  expect(text).not.toMatch(/data-newest(="\w*")? hidden/)
  const ann = await signIn(page, (await addPerson(page, 'Ann')).id)
  expect((await ann.get('/design/', html)).status).toBe(404)
})

test('a page that others can reach has none', async () => {
  const page = await startPage({ options: { publicUrl: new URL('http://localhost') } })
  const owner = await signIn({ ...page, url: page.adapter.receiver.listening })
  expect((await owner.get('/design/', html)).status).toBe(404)
})
