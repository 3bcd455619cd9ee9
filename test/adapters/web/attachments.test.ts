import { expect, test } from 'vitest'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { deleteMessage } from '../../../src/threads/messages/edit-message.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { addPerson, type Page, signIn, startPage, write } from './page-harness.ts'

interface Kept {
  readonly name: string
  readonly mediaType: string
  readonly content?: string
  readonly state?: 'pending' | 'stored' | 'failed'
  readonly error?: string
}

/** Files of a message; their addresses. */
async function keep(page: Page, { id: messageId }: Message, files: readonly Kept[]): Promise<string[]> {
  const hrefs: string[] = []
  for (const [position, { name, mediaType, content = 'content', state = 'stored', error }] of files.entries()) {
    const bytes = Uint8Array.from(Buffer.from(content))
    const { id } = await page.store.db.attachment.create({
      data: {
        ...{ messageId, position, source: 'somewhere', name, mediaType, bytes: bytes.length, state },
        ...(state === 'stored' && { content: bytes }),
        ...(error && { error }),
      },
    })
    hrefs.push(`/continuous/attachment/${id}`)
  }
  return hrefs
}

const telegram: PlaceRef = { platform: 'telegram', tenant: '', address: 'tg:1' as PlaceRef['address'], kind: 'direct' }
const sentAt = '2026-11-18T08:00:00Z'
const picture: Kept = { name: 'cat.png', mediaType: 'image/png', content: 'pixels' }

test('files stand under their message: small pictures to be seen, the others by name and size, and what became of them', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Look', sentAt, place: telegram })
  const [cat, report] = await keep(page, message, [
    picture,
    { name: 'a <b> report.pdf', mediaType: 'application/pdf', content: 'x'.repeat(2_048) },
    { name: 'large.zip', mediaType: 'application/zip', state: 'failed', error: 'larger than 20 MB' },
    { name: 'coming.ogg', mediaType: 'audio/ogg', state: 'pending' },
    { name: 'poster.png', mediaType: 'image/png', content: 'x'.repeat(2 * 2 ** 20 + 1) },
  ])
  const shown = await (await (await signIn(page)).get('/continuous/', { accept: 'text/html' })).text()
  expect(shown).toContain(`<a href="${cat}"><img src="${cat}" alt="cat.png" loading="lazy"`)
  expect(shown).toContain(`<bdi>a &lt;b> report.pdf</bdi> <span class="count">2 KB</span></a>`)
  expect(shown).toContain(`<a class="file" href="${report}">`)
  expect(shown).toMatch(/<li><bdi>large\.zip<\/bdi> .*could not be fetched, larger than 20 MB<\/span><\/li>/)
  expect(shown).toMatch(/<li><bdi>coming\.ogg<\/bdi> <span class="count">7 bytes<\/span> <span class="count">not fetched<\/span><\/li>/)
  expect(shown).toMatch(
    /<a class="file" href="\/continuous\/attachment\/\d+"><svg.*?<\/svg><bdi>poster\.png<\/bdi> <span class="count">[^<]+<\/span><\/a>/,
  )
})

test('a file of a message that is still to be answered may come yet', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Look', sentAt, place: telegram })
  await keep(page, message, [{ name: 'coming.ogg', mediaType: 'audio/ogg', state: 'pending' }])
  const visitor = await signIn(page)
  const label = async () =>
    /<bdi>coming\.ogg<\/bdi> <span class="count">7 bytes<\/span>(.*?)<\/li>/.exec(
      await (await visitor.get('/continuous/', { accept: 'text/html' })).text(),
    )?.[1]
  await page.store.db.message.update({ where: { id: message.id }, data: { pending: true } })
  expect(await label()).toBe(' ')
  const { id: turnId } = await page.store.db.turn.create({
    data: { threadId: message.threadId, placeId: message.placeId, state: 'running', startedAt: new Date(sentAt) },
  })
  await page.store.db.message.update({ where: { id: message.id }, data: { pending: false, turnId } })
  expect(await label()).toBe(' ')
  await page.store.db.turn.update({ where: { id: turnId }, data: { state: 'done' } })
  expect(await label()).toContain('not fetched')
})

test('a picture is served as one', async () => {
  const page = await startPage()
  const [href] = await keep(page, await write(page, { text: 'Look', sentAt }), [{ ...picture, name: "the 'cat' (naïve).png" }])
  const response = await (await signIn(page)).get(href!)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('pixels')
  const expected = {
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''the%20%27cat%27%20%28na%C3%AFve%29.png",
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  for (const [name, value] of Object.entries(expected)) expect(response.headers.get(name)).toBe(value)
})

test.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/pdf', 'text/javascript', 'audio/ogg'])(
  'a file of the type %s is only ever downloaded',
  async (mediaType) => {
    const page = await startPage()
    const content = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const [href] = await keep(page, await write(page, { text: 'Look', sentAt }), [{ name: 'x.svg', mediaType, content }])
    const visitor = await signIn(page)
    const response = await visitor.get(href!)
    expect(await response.text()).toBe(content)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x.svg")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await (await visitor.get('/continuous/', { accept: 'text/html' })).text()).not.toContain(`<img src="${href}"`)
  },
)

test('what is not theirs, not there, deleted or not fetched is all the same: nothing', async () => {
  const page = await startPage()
  const bob = await addPerson(page, 'Bob')
  const mine = await write(page, { text: 'Mine', sentAt, place: telegram, id: 'tg-1' })
  const [own, pending] = await keep(page, mine, [picture, { ...picture, state: 'pending' }])
  const [inTeam] = await keep(page, await write(page, { text: 'In the team', sentAt, place: sharedPlace('team') }), [picture])
  const [bobs] = await keep(
    page,
    await write(page, { text: 'His', sentAt, user: bob, place: { ...telegram, address: 'tg:2' as PlaceRef['address'] } }),
    [picture],
  )
  const visitor = await signIn(page)
  const bobVisits = await signIn(page, bob.id)
  const answer = async (response: Response) => [response.status, await response.text()]
  const nothing = [404, JSON.stringify({ error: 'This page does not exist, or you do not have access to it.' })]

  expect([await answer(await visitor.get(own!)), await answer(await visitor.get(inTeam!))]).toEqual([
    [200, 'pixels'],
    [200, 'pixels'],
  ])
  expect(await answer(await bobVisits.get(bobs!))).toEqual([200, 'pixels'])
  for (const href of [pending!, bobs!, '/continuous/attachment/999', '/continuous/attachment/x', '/continuous/attachment/99999999999'])
    expect(await answer(await visitor.get(href))).toEqual(nothing)
  expect(await answer(await bobVisits.get(own!))).toEqual(nothing)
  expect((await fetch(page.url + own!, { redirect: 'manual' })).status).not.toBe(200)

  await deleteMessage(page.options, telegram, mine.platformMessageId!)
  expect(await answer(await visitor.get(own!))).toEqual(nothing)
})
