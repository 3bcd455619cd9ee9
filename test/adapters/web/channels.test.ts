import { expect, test } from 'vitest'
import { switchChannelOff } from '../../../src/channels/manage/switch-channel.ts'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { editMessage } from '../../../src/threads/messages/edit-message.ts'
import { htmlOfPage, startChannelPage, teamPlace } from './channel-harness.ts'
import { writeMany } from './page-harness.ts'

const textsIn = (shown: string) =>
  Array.from(shown.matchAll(/<div class="prose">(.*?)<\/div>/gs), ([, html = '']) => html.replace(/<[^>]*>/g, '').trim())
const hrefIn = (shown: string, label: string) =>
  new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${label}<`).exec(shown)?.[1]?.replaceAll('&amp;', '&')
const navigation = '<a href="/channels/"'

test('the channels that somebody can read are listed with what they are, and only then in the navigation', async () => {
  const { visitors, page, placeId, clock, log } = await startChannelPage()
  expect(await htmlOfPage(visitors.ana, '/channels/')).toMatch(/team.*Test.*logged.*No messages yet/s)
  await log('carl', 'Hello')
  clock.advance(5 * 60_000)
  const shown = await htmlOfPage(visitors.ben, '/channels/')
  expect(shown).toContain(`href="/channels/${placeId}/#end"`)
  expect(shown).toMatch(/Last message <time dateTime="2026-11-27T12:00:00.000Z"[^>]*>5 minutes ago<\/time>/i)
  const channel = await page.store.db.channel.findUniqueOrThrow({ where: { placeId } })
  await page.store.transaction((tx) => switchChannelOff(tx, channel as never))
  expect(await htmlOfPage(visitors.ben, '/channels/')).toContain('not logged now')
  for (const path of ['/continuous/', '/loops/', '/memory/', '/settings/']) {
    expect(await htmlOfPage(visitors.ben, path)).toContain(navigation)
    expect(await htmlOfPage(visitors.eve, path)).not.toContain(navigation)
  }
  const none = await htmlOfPage(visitors.eve, '/channels/')
  expect(none).toContain('No channels that you can read')
  expect(none).not.toContain('team')
})

test('the log has what members said to all, what was said to the bot and its answers, by day of the channel', async () => {
  const { visitors, placeId, log, ask, clock, page, ana } = await startChannelPage()
  // Half past midnight in Berlin.
  await log('carl', 'Who brings the **tent**?', { at: '2026-11-25T23:30:00Z', files: ['image/png', 'image/png', 'application/pdf'] })
  await log('dora', 'Me')
  const edit = { place: teamPlace, platformMessageId: 'logged-2' as PlatformMessageId, text: 'Me <b>and</b> Carl', editedAt: clock.now() }
  await editMessage(page.options, edit)
  const { question } = await ask(ana, 'Who brings the tent?', 'Dora.')
  await ana.say('Private words', clock.now())
  await ask(ana, 'And the stove?', `Nobody yet [#${question.id}].`)
  const shown = await htmlOfPage(visitors.ben, `/channels/${placeId}/`)
  expect(textsIn(shown)).toEqual([
    'Who brings the tent?',
    'Me &lt;b&gt;and&lt;/b&gt; Carl',
    'Who brings the tent?',
    'Dora.',
    'And the stove?',
    `Nobody yet\u00a0#${question.id}.`,
  ])
  expect(shown).toMatch(/Yesterday.*>carl<.*00:30.*2 images.*1 file.*Today.*>dora<.*13:00.*edited.*>ana<.*>Throughline</s)
  expect(shown).toContain(`href="/channels/${placeId}/?message=${question.id}#m${question.id}"`)
  expect(shown).toContain('Times are in Europe/Berlin')
})

test('the newest page comes first, and older ones and a single message are reached from there', async () => {
  const { visitors, placeId, ana, clock, page } = await startChannelPage()
  const first = await ana.say('First', clock.now(), { place: teamPlace })
  const later = await writeMany(page, first, 129)
  const path = `/channels/${placeId}/`
  const texts = ['First', ...later.map(({ text }) => text)]
  const newest = await htmlOfPage(visitors.ana, path)
  expect(textsIn(newest)).toEqual(texts.slice(70, 130))
  expect(newest).not.toContain('Later messages')
  const older = await htmlOfPage(visitors.ana, hrefIn(newest, 'Earlier messages')!)
  expect(textsIn(older)).toEqual(texts.slice(10, 70))
  const oldest = await htmlOfPage(visitors.ana, hrefIn(older, 'Earlier messages')!)
  expect(textsIn(oldest)).toEqual(texts.slice(0, 10))
  expect(oldest).not.toContain('Earlier messages')
  expect(textsIn(await htmlOfPage(visitors.ana, hrefIn(oldest, 'Later messages')!))).toEqual(texts.slice(10, 70))
  const { id } = later[48]!
  const around = await htmlOfPage(visitors.ana, `${path}?message=${id}`)
  expect(textsIn(around)).toEqual(texts.slice(20, 80))
  expect(around).toMatch(new RegExp(`id="m${id}" class="log-entry user highlighted`))
  expect((await visitors.ana.get(`${path}?message=2000000000`)).status).toBe(404)
})

test('a search finds what anyone said there and nothing else, and leads into the log', async () => {
  const { visitors, placeId, log, ask, ana, eve, clock } = await startChannelPage()
  await log('carl', 'The tent is in the cellar')
  await ask(eve, 'Is the tent dry?', 'It is.')
  await ana.say('My secret tent is in the attic', clock.now())
  const shown = await htmlOfPage(visitors.ben, `/channels/${placeId}/?query=tent`)
  expect(shown).toContain('3 results')
  expect(shown).toMatch(/It is\..*cellar.*dry/s)
  expect(shown).not.toMatch(/attic|test: team/)
  const [, href = ''] = /<a href="([^"]*\?message=[^"]*)"/.exec(shown) ?? []
  expect(await htmlOfPage(visitors.ben, href.replace(/#.*/, ''))).toContain('highlighted')
  // An own message of another place is not in the log.
  const { id } = await ana.say('Mine', clock.now())
  expect((await visitors.ana.get(`/channels/${placeId}/?message=${id}`)).status).toBe(404)
  const unclear = await visitors.ben.get(`/channels/${placeId}/?query=-tent`, { accept: 'text/html' })
  expect(unclear.status).toBe(400)
  expect(await unclear.text()).toMatch(/value="-tent".*role="alert"/s)
  expect(await htmlOfPage(visitors.ben, `/channels/${placeId}/?query=`)).toContain('cellar')
})

test('whoever cannot read a channel gets the same answer as for one that does not exist, a former member within a minute', async () => {
  const { visitors, placeId, clock, setReaders, log, page } = await startChannelPage()
  await log('carl', 'Members only')
  const get = async (name: 'ana' | 'ben' | 'eve', path: string) => {
    const response = await visitors[name].get(path, { accept: 'text/html' })
    return `${response.status} ${(await response.text()).includes('Members only')}`
  }
  for (const path of ['', '?query=members', 'summaries/']) {
    expect(await get('eve', `/channels/${placeId}/${path}`)).toBe('404 false')
    expect(await get('ben', `/channels/2000000000/${path}`)).toBe('404 false')
    expect(await get('ben', `/channels/x/${path}`)).toBe('404 false')
  }
  expect((await visitors.eve.post(`/channels/${placeId}/rebuild/`, {})).status).toBe(404)
  expect(await get('ben', `/channels/${placeId}/`)).toBe('200 true')
  setReaders('ana')
  clock.advance(60_001)
  expect(await get('ben', `/channels/${placeId}/`)).toBe('404 false')
  expect(await htmlOfPage(visitors.ben, '/loops/')).not.toContain(navigation)
  page.places.failure = new PlatformError('unreachable', 'down')
  clock.advance(60_001)
  expect(await get('ana', `/channels/${placeId}/`)).toBe('404 false')
  expect((await visitors.ana.get('/continuous/', { accept: 'text/html' })).status).toBe(200)
})

test('a page does not wait long for a platform that does not answer', async () => {
  const { visitors, page, clock } = await startChannelPage()
  page.places.isReader = () => new Promise(() => {})
  const pending = visitors.ana.get('/loops/', { accept: 'text/html' })
  await expect.poll(() => clock.sleeping).toBeGreaterThan(0)
  clock.advance(500)
  const response = await pending
  expect([response.status, (await response.text()).includes(navigation)]).toEqual([200, false])
})
