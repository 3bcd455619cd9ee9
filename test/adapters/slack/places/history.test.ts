import { beforeEach, describe, expect, it } from 'vitest'
import { manifestScopes } from '../../../../adapters/slack/receive/receiver.ts'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import type { HistoryPage, PastMessage, SharedPlaces } from '../../../../src/core/ports/shared-places.ts'
import { type FakeChannel, type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn } from '../harness.ts'

let slack: FakeSlack
let places: Required<SharedPlaces>
let ada: FakePerson
let garden: FakeChannel
let now: Date

const beginning = new Date('2026-11-20T10:00:00Z')
const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) }
const passMs = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const hourMs = 3_600_000

beforeEach(async () => {
  now = beginning
  slack = await startFakeSlack({ clock })
  slack.giveScopes(manifestScopes)
  places = adapterOn(slack, { clock }).adapter.sharedPlaces as Required<SharedPlaces>
  ada = slack.person({ name: 'Ada' })
  garden = slack.channel('garden', { members: [ada] })
  return () => slack.close()
})

const at = (channel: FakeChannel, threadTs?: string) => (threadTs === undefined ? channel.id : `${channel.id}/${threadTs}`) as PlaceAddress
const textsOf = (messages: readonly PastMessage[]) => messages.map(({ text }) => text)

/** All pages, one after the other. */
async function readAll(
  place: PlaceAddress,
  since: Date,
): Promise<{ readonly pages: readonly HistoryPage[]; readonly texts: readonly string[] }> {
  const pages: HistoryPage[] = []
  let from: string | undefined
  do {
    const page = await places.loadHistory(place, { since, ...(from !== undefined && { from }) })
    pages.push(page)
    from = page.next
    expect(pages.length, 'it comes to an end').toBeLessThan(500)
  } while (from !== undefined)
  return { pages, texts: textsOf(pages.flatMap(({ messages }) => messages)) }
}

/** Writes so many messages, with these times between them. */
function write(count: number, gapMs: (index: number) => number): string[] {
  return Array.from({ length: count }, (_, index) => {
    passMs(gapMs(index))
    const text = `message ${index}`
    slack.message({ from: ada, channel: garden, text })
    return text
  })
}

describe('the history of a channel', () => {
  it('is what was said since then, oldest first, with its authors and without the bot', async () => {
    slack.message({ from: ada, channel: garden, text: 'Too old' })
    passMs(hourMs)
    const since = now
    slack.message({ from: ada, channel: garden, text: 'At that very moment' })
    passMs(1_000)
    slack.botMessage(garden, 'I am the bot')
    const mention = slack.message({ from: ada, channel: garden, text: `${slack.mention} /find roses` })
    const { pages, texts } = await readAll(at(garden), since)
    expect(texts).toEqual(['At that very moment', '/find roses'])
    expect(pages).toHaveLength(1)
    expect(pages[0]?.messages[1]).toMatchObject({
      type: 'message',
      id: mention.ts,
      place: { address: garden.id, tenant: slack.team.id, title: '#garden' },
      author: { id: ada.id, name: 'Ada' },
      addressed: true,
    })
    expect(pages[0]?.messages[1]).not.toHaveProperty('invocation')
  })

  it('shows an edited message as an edit, and a deleted one not at all', async () => {
    const [kept, root, gone] = ['Roses', 'A root', 'Gone'].map((text) => slack.message({ from: ada, channel: garden, text }))
    slack.message({ from: ada, channel: garden, text: 'A reply', threadTs: root!.ts })
    slack.edit(kept!, 'Tulips')
    slack.remove(gone!)
    slack.remove(root!)
    const { pages, texts } = await readAll(at(garden), beginning)
    expect(texts).toEqual(['Tulips'])
    expect(pages[0]?.messages[0]).toMatchObject({ type: 'edit', id: kept!.ts })
  })

  it('has no replies, which are the history of their thread', async () => {
    const root = slack.message({ from: ada, channel: garden, text: 'Root' })
    const since = now
    passMs(1_000)
    slack.message({ from: ada, channel: garden, text: 'Reply', threadTs: root.ts })
    slack.message({ from: ada, channel: garden, text: 'Reply to all', threadTs: root.ts, fields: { subtype: 'thread_broadcast' } })
    expect((await readAll(at(garden), beginning)).texts).toEqual(['Root'])
    expect((await readAll(at(garden, root.ts), beginning)).texts).toEqual(['Reply', 'Reply to all'])
    const late = new Date(since.getTime() + 2_000)
    expect((await readAll(at(garden, root.ts), late)).texts).toEqual([])
    expect((await readAll(at(garden, '1.000001'), beginning)).texts).toEqual([])
  })

  it('comes whole and in order, each page requested twice at most', async () => {
    const written = write(420, (index) => (index % 60 === 59 ? 90 * hourMs : (index * 7_919) % 60_000))
    const { pages, texts } = await readAll(at(garden), beginning)
    expect(texts).toEqual(written)
    expect(pages.length).toBeLessThanOrEqual(2 * Math.ceil(420 / 200))
    slack.limitHistory(15)
    const few = await readAll(at(garden), beginning)
    expect(few.texts).toEqual(written)
    expect(few.pages.length).toBeLessThanOrEqual(2 * Math.ceil(420 / 15))
    for (const { messages } of few.pages) expect(messages.length).toBeLessThanOrEqual(15)
  })

  it('comes whole if more was said at one moment than fits a page', async () => {
    slack.limitHistory(15)
    const written = write(40, () => 0)
    passMs(hourMs)
    expect((await readAll(at(garden), beginning)).texts).toEqual(written)
  })

  it('goes on where it was left, with what was said in the meantime', async () => {
    slack.limitHistory(15)
    const written = write(40, () => 60_000)
    let page = await places.loadHistory(at(garden), { since: beginning })
    while (page.messages.length === 0 && page.next !== undefined)
      page = await places.loadHistory(at(garden), { since: beginning, from: page.next })
    const later = write(4, () => 60_000)
    const texts = textsOf(page.messages)
    while (page.next !== undefined) {
      page = await places.loadHistory(at(garden), { since: beginning, from: page.next })
      texts.push(...textsOf(page.messages))
    }
    expect(texts).toEqual([...written, ...later])
  })

  it('asks to wait as long as Slack does', async () => {
    slack.failNext('conversations.history', { status: 429, retryAfter: 60 })
    await expect(places.loadHistory(at(garden), { since: beginning })).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 })
  })

  it('waits for the names of the authors', async () => {
    slack.message({ from: ada, channel: garden, text: 'Roses' })
    slack.failNext('users.info', { status: 503 })
    await expect(places.loadHistory(at(garden), { since: beginning })).rejects.toMatchObject({ kind: 'transient' })
    const page = await places.loadHistory(at(garden), { since: beginning })
    expect(page.messages[0]?.author.name).toBe('Ada')
  })

  it('keeps what was said by somebody whom Slack does not know any more', async () => {
    slack.message({ from: { ...ada, id: 'U404' }, channel: garden, text: 'Roses' })
    const { pages } = await readAll(at(garden), beginning)
    expect(pages[0]?.messages[0]).toMatchObject({ author: { id: 'U404', name: 'U404' }, text: 'Roses' })
  })

  it('cannot be read without access, from nowhere, or in a direct conversation', async () => {
    const far = slack.channel('far', { joined: false })
    const request = { since: beginning }
    await expect(places.loadHistory(at(far), request)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(places.loadHistory('C404' as PlaceAddress, request)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(places.loadHistory(at(garden), { ...request, from: 'nowhere' })).rejects.toMatchObject({ kind: 'rejected' })
    await expect((async () => places.loadHistory(`@${ada.id}` as PlaceAddress, request))()).rejects.toMatchObject({ kind: 'rejected' })
  })

  it('skips what it cannot read', async () => {
    slack.failNext('conversations.history', {
      body: {
        ok: true,
        has_more: false,
        messages: [null, 'x', { ts: 7 }, { ts: '1.000001' }, { type: 'message', user: ada.id, text: 'Roses', ts: '1800000000.000001' }],
      },
    })
    const page = await places.loadHistory(at(garden), { since: beginning })
    expect(textsOf(page.messages)).toEqual(['Roses'])
    expect([...page.listed]).toEqual(['1.000001', '1800000000.000001'])
    slack.failNext('conversations.history', { body: { ok: true, messages: 'none', has_more: 'maybe' } })
    expect(await places.loadHistory(at(garden), { since: beginning })).toMatchObject({ messages: [] })
  })
})
