import { expect, test } from 'vitest'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import type { Audience } from '../../../src/core/domain/messages.ts'
import type { Embedder } from '../../../src/core/ports/embedder.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { addMemory, type NewMemory } from '../../../src/memory/items/add-memory.ts'
import { archiveMemory } from '../../../src/memory/items/change-memory.ts'
import type { MemoryItem } from '../../../src/memory/items/memory-item.ts'
import type { User } from '../../../src/people/users.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { openedEmbeddings } from '../../support/embeddings.ts'
import { addPerson, type Page, reply, signIn, startPage, type Visitor, write } from './page-harness.ts'

const club: PlaceRef = { platform: 'telegram', tenant: '', address: 'tg:-5' as PlaceRef['address'], kind: 'shared', title: 'Book <club>' }
const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()
const contentsIn = (shown: string) => Array.from(shown.matchAll(/<p class="content" dir="auto">([^<]*)<\/p>/g), ([, content]) => content)

async function scopeOf(page: Page, user: User, audience: Audience = 'private') {
  return { userId: user.id, threadId: await ensureContinuousThread(page.options.store, user.id, page.options.clock.now()), audience }
}

let remembered = 0

/** Stores an item, a second after the one before. */
async function remember(page: Page, content: string, more: Partial<NewMemory> & { user?: User; audience?: Audience } = {}) {
  const { user = page.owner, audience, ...memory } = more
  const now = new Date(page.options.clock.now().getTime() + ++remembered * 1_000)
  const by = { scope: await scopeOf(page, user, audience), now }
  const { item } = await page.store.transaction((tx) => addMemory(tx, by, { type: 'fact', content, ...memory }))
  return item
}

async function archive(page: Page, { id }: MemoryItem) {
  const by = { scope: await scopeOf(page, page.owner), now: page.options.clock.now() }
  await page.store.transaction((tx) => archiveMemory(tx, by, id))
}

test('an empty memory says how it fills', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (const path of ['/memory/', '/memory/?archived=1&type=fact']) {
    const shown = await html(visitor, path)
    expect(shown).toContain('No memories yet')
    expect(shown).toContain('<code>/remember</code>')
  }
  expect(await html(visitor, '/continuous/')).toContain('<a href="/memory/">Memory</a>')
})

test('what is remembered is shown whole, newest first, with what it is, where it is from and when', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Remember the tea', sentAt: '2026-11-18T08:00:00Z' })
  await remember(page, 'Has a cat.')
  const tea = await remember(page, 'Prefers tea:\n  green, in the morning.', {
    type: 'preference',
    theme: 'Food & Drink',
    tags: ['breakfast'],
    source: message.id,
  })
  const shown = await html(await signIn(page), '/memory/')
  expect(contentsIn(shown)).toEqual(['Prefers tea:\n  green, in the morning.', 'Has a cat.'])
  const [newest = '', oldest = ''] = shown.split('<article').slice(1)
  for (const part of [
    '>Preference<',
    '<a href="/memory/?theme=food-drink" dir="auto">Food &amp; Drink</a>',
    '>#breakfast<',
    'Wednesday 18 November 2026',
    `<a href="/continuous/?message=${message.id}#m${message.id}">Learned from this message</a>`,
    `action="/memory/${tea.id}/delete/"`,
  ])
    expect(newest).toContain(part)
  expect(oldest).toContain('>General<')
  expect(oldest).not.toContain('Learned from')
  // Nothing makes vectors here, so nothing waits for one.
  expect(shown).not.toContain('vector')
  // The day is that of its user.
  await page.store.db.user.update({ where: { id: page.owner.id }, data: { timezone: 'Pacific/Kiritimati' } })
  await page.store.db.memoryItem.update({ where: { id: tea.id }, data: { createdAt: new Date('2026-11-18T23:00:00Z') } })
  expect(await html(await signIn(page), '/memory/')).toContain('Thursday 19 November 2026')
})

test('a message that was deleted is not linked to', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Remember the tea', sentAt: '2026-11-18T08:00:00Z' })
  await remember(page, 'Prefers tea.', { source: message.id })
  await page.store.db.message.update({ where: { id: message.id }, data: { text: '', deletedAt: page.options.clock.now() } })
  expect(await html(await signIn(page), '/memory/')).not.toContain('Learned from')
})

test('themes, types and the archive are in the address, and lead to each other', async () => {
  const page = await startPage()
  await remember(page, 'Sails on Sundays.', { theme: 'Sport' })
  await remember(page, 'Prefers the sea.', { theme: 'Sport', type: 'preference' })
  await remember(page, 'Plays the violin.', { theme: 'Musik & Übung' })
  await archive(page, await remember(page, 'Swam on Mondays.', { theme: 'Sport' }))
  const visitor = await signIn(page)
  const shown = async (query: string) => contentsIn(await html(visitor, `/memory/${query}`))
  expect(await shown('')).toEqual(['Plays the violin.', 'Prefers the sea.', 'Sails on Sundays.'])
  expect(await shown('?theme=sport')).toEqual(['Prefers the sea.', 'Sails on Sundays.'])
  expect(await shown('?theme=sport&type=fact')).toEqual(['Sails on Sundays.'])
  expect(await shown('?archived=1')).toEqual(['Swam on Mondays.'])
  expect(await shown('?archived=1&type=preference')).toEqual([])
  expect(await shown('?theme=%00')).toEqual([])

  const all = await html(visitor, '/memory/')
  expect(all).toMatch(/<a href="\/memory\/" aria-current="true"><span dir="auto">All<\/span><span class="count">3</)
  expect(all).toMatch(/<a href="\/memory\/\?theme=sport"><span dir="auto">Sport<\/span><span class="count">2</)
  const music = /<a href="([^"]*musik[^"]*)"><span dir="auto">/.exec(all)?.[1] ?? ''
  expect(contentsIn(await html(visitor, music.replaceAll('&amp;', '&')))).toEqual(['Plays the violin.'])
  const chosen = await html(visitor, '/memory/?theme=sport&type=fact')
  expect(chosen).toMatch(/<a href="\/memory\/\?theme=sport&amp;type=fact" aria-current="true"><span dir="auto">Sport</)
  expect(chosen).toContain('<a href="/memory/?theme=sport&amp;type=fact&amp;archived=1"><span dir="auto">Archived<')
  expect(await html(visitor, '/memory/?archived=1&type=other')).toContain('No matching memories')
})

test('an item that was replaced leads to the one that replaced it', async () => {
  const page = await startPage()
  const lyon = await remember(page, 'Lives in Lyon.')
  const turin = await remember(page, 'Lives in Turin.', { supersedes: lyon.id })
  const visitor = await signIn(page)
  expect(await html(visitor, '/memory/?archived=1')).toContain(`<a href="/memory/${turin.id}/">Replaced by a newer memory</a>`)
  const one = await html(visitor, `/memory/${turin.id}/`)
  expect(contentsIn(one)).toEqual(['Lives in Turin.'])
})

test('a long list goes on page by page, without gaps, even where many were made at once', async () => {
  const page = await startPage()
  const items = []
  for (let n = 0; n < 103; n++) items.push(await remember(page, `Number ${n}.`, { theme: n % 2 ? 'Odd' : 'Even' }))
  await page.store.db.memoryItem.updateMany({ data: { createdAt: page.options.clock.now() } })
  const visitor = await signIn(page)
  const read: (string | undefined)[] = []
  let path: string | undefined = '/memory/?type=fact'
  for (let pages = 0; path && pages < 9; pages++) {
    const shown: string = await html(visitor, path)
    read.push(...contentsIn(shown))
    expect(shown.includes('href="/memory/?type=fact">Back to the newest')).toBe(pages > 0)
    path = /<a class="button more" href="([^"]*)">Load more/.exec(shown)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(read).toEqual(items.map(({ content }) => content).reverse())
})

test('an address that is malformed is refused in a sentence', async () => {
  const page = await startPage()
  await remember(page, 'Has a cat.')
  const visitor = await signIn(page)
  for (const query of [
    'type=rumour',
    'archived=yes',
    'before=',
    'before=7',
    'before=2026-11-18T09:00:00.000Z',
    'before=2026-99-18T09:00:00.000Z~7',
    'before=0000-01-01T00:00:00.000Z~7',
    'before=2026-11-18T09:00:00.000Z~9999999999',
    'theme=a&theme=b',
    `theme=${'x'.repeat(201)}`,
  ]) {
    const response = await visitor.get(`/memory/?${query}`)
    expect(response.status, query).toBe(400)
    expect((await response.json()).error, query).toMatch(/^\w+: .{10,120}\.$/)
  }
})

test('an item is deleted for good by its person, who is led back to where they were', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Remember the cat', sentAt: '2026-11-18T08:00:00Z' })
  const cat = await remember(page, 'Has a cat.', { theme: 'Home', source: message.id })
  await remember(page, 'Has a house.', { theme: 'Home' })
  const visitor = await signIn(page)
  const shown = await html(visitor, '/memory/?theme=home')
  expect(shown).toContain('The message it was learned from stays in the conversation.')
  const action = new RegExp(`action="(/memory/${cat.id}/delete/[^"]*)"`).exec(shown)?.[1] ?? ''
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  // Another site has no way to do it.
  expect((await visitor.post(action, '', { ...form, origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await visitor.get(action)).status).toBe(404)
  const response = await visitor.post(action, '', form)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/memory/?theme=home'])
  expect(contentsIn(await html(visitor, '/memory/?theme=home'))).toEqual(['Has a house.'])
  expect(await page.store.db.memoryItem.count({ where: { id: cat.id } })).toBe(0)
  expect(await page.store.db.message.count({ where: { id: message.id, deletedAt: null } })).toBe(1)
  expect((await visitor.post(action, '', form)).status).toBe(404)
})

test('a form of the page passes the guard as browsers send it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  // With "no-referrer" a browser would say that the form is from nowhere.
  expect((await visitor.get('/memory/')).headers.get('referrer-policy')).toBe('same-origin')
})

test('nobody sees, opens or deletes what is remembered of another person', async () => {
  const page = await startPage()
  const own = await remember(page, 'Is looking for another job.', { theme: 'Career change' })
  const marta = await addPerson(page, 'Marta')
  await remember(page, 'Sings.', { user: marta })
  const stranger = await signIn(page, marta.id)
  const shown = await html(stranger, '/memory/')
  expect(contentsIn(shown)).toEqual(['Sings.'])
  expect(shown).not.toContain('Career')
  expect(await html(stranger, '/memory/?theme=career-change')).not.toContain('another job')
  const answers = []
  for (const id of [own.id, 2_000_000_000, 'x', -1, 99_999_999_999]) {
    for (const response of [await stranger.get(`/memory/${id}/`), await stranger.post(`/memory/${id}/delete/`, {})])
      answers.push([response.status, await response.json()])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify([404, { error: 'This page does not exist, or you do not have access to it.' }])]),
  )
  expect(await page.store.db.memoryItem.count()).toBe(2)
  const signedOut = await fetch(`${page.url}/memory/`, { headers: { accept: 'text/html' } })
  expect([signedOut.status, await signedOut.text()]).toEqual([401, expect.not.stringContaining('job')])
})

test('what was learned in front of others is shown to its person, with the place', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'I play the violin', sentAt: '2026-11-18T08:00:00Z', place: club })
  await remember(page, 'Plays the violin.', { audience: message.audience, source: message.id })
  await remember(page, 'Is the chair of the club.', { audience: message.audience })
  await remember(page, 'Has a cat.')
  const shown = await html(await signIn(page), '/memory/')
  expect(contentsIn(shown)).toHaveLength(3)
  expect(shown.match(/>Telegram · Book &lt;club></g)).toHaveLength(2)
  expect(shown).toContain(`/continuous/?message=${message.id}#m${message.id}`)
})

test('markup in what is remembered is only text', async () => {
  const page = await startPage()
  const hostile = '<script>alert(1)</script> "><img src=x onerror=alert(2)> [link](javascript:alert(3)) {{7*7}}'
  await remember(page, hostile, { theme: '<b>Theme</b>', tags: ['"><i>tag</i>'] })
  const shown = await html(await signIn(page), '/memory/')
  expect(shown).toContain('&lt;script>alert(1)&lt;/script>')
  for (const markup of ['<script', '<img', '<b>', '<i>', 'href="javascript'])
    expect(shown.replace(/<script type="module"/, '')).not.toContain(markup)
})

test('where vectors are made, an item says that it waits for its own, or why it has none', async () => {
  const embedder: Embedder = { provider: 'openai', model: 'test', embed: async () => [] }
  const page = await startPage({ options: { embeddings: openedEmbeddings(embedder) } })
  const items = [await remember(page, 'One.'), await remember(page, 'Two.'), await remember(page, 'Three.')]
  const states = [
    { state: 'ready', provider: 'openai', model: 'test', dimensions: 3 },
    { state: 'error', error: 'the text is <refused>' },
    { state: 'pending' },
  ]
  for (const [index, { id }] of items.entries())
    await page.store.db.embedding.updateMany({ where: { memoryId: id }, data: states[index] ?? {} })
  const shown = await html(await signIn(page), '/memory/')
  const [three, two, one] = shown.split('<article').slice(1)
  expect(three).toContain('waiting for its vector')
  expect(two).toContain('not embedded: the text is &lt;refused>')
  expect(one).not.toContain('vector')
})

test('what was said can be remembered by a button, what was only looked up cannot', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'I am allergic to nuts', sentAt: '2026-11-18T08:00:00Z' })
  const answer = await reply(page, message, { text: 'Good to know.', sentAt: '2026-11-18T08:00:01Z' })
  const unsaid: MessageId[] = [
    (await reply(page, message, { text: 'Remembered', role: 'system', kind: 'notice', sentAt: '2026-11-18T08:00:02Z' })).id,
    (await write(page, { text: '/days', kind: 'command', sentAt: '2026-11-18T08:00:03Z' })).id,
    (await write(page, { text: '', sentAt: '2026-11-18T08:00:04Z' })).id,
    (
      await reply(page, message, {
        text: '{}',
        role: 'tool',
        tool: { id: 'c', name: 'conversation_search', arguments: '{}' },
        sentAt: '2026-11-18T08:00:05Z',
      })
    ).id,
  ]
  const visitor = await signIn(page)
  const shown = await html(visitor, '/continuous/')
  for (const { id } of [message, answer]) expect(shown).toContain(`data-action="/remember #${id}"`)
  for (const id of unsaid) expect(shown).not.toContain(`/remember #${id}"`)
  const sent = await visitor.post('/continuous/add-message/', { id: 'made-by-the-page-0001', action: `/remember #${message.id}` })
  expect(sent.status).toBe(202)
  expect(page.events).toMatchObject([{ type: 'action', action: `/remember #${message.id}` }])
})
