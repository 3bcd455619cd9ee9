import { expect, test } from 'vitest'
import { idle, type TestBot, testBot } from '../support/bot.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

/** What a turn is shown, and a reply that says how much it was. */
const listener = () => new ScriptedModel(() => ({ text: 'Noted.' }))

/** With one more message, what makes a day worth a digest. */
const ordinary = ['I still need to call the bank.', 'It rained all morning.', 'Tomorrow I will buy bread.']

async function scheduled(bot: TestBot): Promise<void> {
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  await bot.app.handlers['finalize-days']({}, run)
  await expect.poll(() => unsummarized(bot), { timeout: 20_000 }).toBe(0)
  await bot.app.handlers['post-digests']({}, run)
  await idle(bot)
}

/** Finalized days that hold messages no summary has seen. */
const unsummarized = ({ app }: TestBot) =>
  app.store.db.daySegment.count({ where: { finalizedAt: { not: null }, summary: null, messages: { some: { kind: 'chat' } } } })

const zones = [
  // The evening before, midnight, and the morning after, in each zone.
  {
    timezone: 'Europe/Paris',
    evening: '2026-10-24T21:40:00Z',
    next: '2026-10-24T22:10:00Z',
    morning: '2026-10-25T07:30:00Z',
    days: ['2026-10-24', '2026-10-25'],
  },
  {
    timezone: 'America/New_York',
    evening: '2026-11-01T03:50:00Z',
    next: '2026-11-01T04:05:00Z',
    morning: '2026-11-01T13:30:00Z',
    days: ['2026-10-31', '2026-11-01'],
  },
  {
    timezone: 'Pacific/Auckland',
    evening: '2026-11-18T10:50:00Z',
    next: '2026-11-18T11:10:00Z',
    morning: '2026-11-18T19:30:00Z',
    days: ['2026-11-18', '2026-11-19'],
  },
]

test.each(zones)(
  'past midnight in $timezone a new day opens, yesterday is summed up and posted once, and nothing is reset',
  async (zone) => {
    const chat = listener()
    const bot = await testBot({ access: 'open', now: zone.evening, chat })
    const ada = await bot.owner()
    await bot.ask(ada, `/timezone ${zone.timezone}`)
    await bot.ask(ada, 'We decided to take the blue flat.')
    await bot.ask(ada, 'I still need to call the bank.')
    await bot.ask(ada, 'Tomorrow I will buy paint.')
    await bot.ask(ada, 'The kitchen faces south.')
    bot.clock.jumpTo(zone.next)
    await bot.ask(ada, 'One more thing before I sleep.')

    const { db } = bot.app.store
    const days = await db.daySegment.findMany({ orderBy: { dayLabel: 'asc' } })
    expect(days.map((day) => day.dayLabel)).toEqual(zone.days)
    expect(days.map((day) => day.finalizedAt !== null)).toEqual([true, false])
    // The session in progress keeps its raw turns.
    expect(JSON.stringify(chat.requests.at(-1)?.messages)).toContain('take the blue flat')

    await expect.poll(() => unsummarized(bot), { timeout: 20_000 }).toBe(0)
    const summary = await db.daySummary.findFirstOrThrow({ where: { segmentId: days[0]!.id } })
    expect(summary.markdown).toMatch(/## Decisions\n- .*blue flat.*\[#\d+\]/)
    // It is past ten in the evening: the summary waits for the morning.
    expect(await db.message.count({ where: { kind: 'digest' } })).toBe(0)

    bot.clock.jumpTo(zone.morning)
    await scheduled(bot)
    await scheduled(bot)
    const posted = await db.message.findMany({ where: { kind: 'digest' } })
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ role: 'system', segmentId: days[0]!.id })
    const digest = bot.telegram.view(ada).filter(({ text }) => text.includes('blue flat') && text.includes('Decisions'))
    expect(digest).toHaveLength(1)
    expect(digest[0]!.buttons).toContain('Turn off')
    expect(await db.thread.count()).toBe(1)
  },
)

test('the day of a person who does not come back is finalized and posted by the scheduler', async () => {
  const bot = await testBot({ access: 'open', now: '2026-11-18T19:00:00Z', chat: listener() })
  const ada = await bot.owner()
  await bot.ask(ada, '/timezone Europe/Paris')
  for (const text of ['We decided to paint the door green.', ...ordinary]) await bot.ask(ada, text)
  bot.clock.jumpTo('2026-11-18T23:05:00Z')
  await scheduled(bot)
  // Five minutes past midnight there: the adapters may still catch up.
  expect((await bot.app.store.db.daySegment.findFirstOrThrow()).finalizedAt).toBeNull()
  bot.clock.jumpTo('2026-11-18T23:11:00Z')
  await scheduled(bot)
  expect((await bot.app.store.db.daySegment.findFirstOrThrow()).finalizedAt).not.toBeNull()
  bot.clock.jumpTo('2026-11-19T07:00:30Z')
  await scheduled(bot)
  expect(bot.telegram.botTexts(ada).filter((text) => text.includes('paint the door green') && text.includes('Decisions'))).toHaveLength(1)
})

test('a late message joins its day, makes its summary stale and is not posted again', async () => {
  const bot = await testBot({ access: 'open', now: '2026-11-17T09:00:00Z', chat: listener() })
  const ada = await bot.owner()
  await bot.ask(ada, '/timezone Europe/Paris')
  for (const text of ['We decided to take the train.', ...ordinary]) await bot.ask(ada, text)
  const late = bot.telegram.message({ from: ada, text: 'We decided to bring the dog.', delivered: false })
  bot.clock.jumpTo('2026-11-18T09:00:00Z')
  await bot.ask(ada, 'Good morning.')
  await scheduled(bot)
  const { db } = bot.app.store
  const before = await db.daySummary.findFirstOrThrow({ where: { segment: { dayLabel: '2026-11-17' } } })
  expect(before.markdown).not.toContain('dog')

  bot.telegram.deliver(late.update)
  await bot.telegram.waitFor(() => bot.telegram.acknowledged(late), 'the late message to be taken')
  const row = await db.message.findFirstOrThrow({ where: { text: { contains: 'dog' } }, include: { segment: true } })
  expect(row.segment.dayLabel).toBe('2026-11-17')
  expect(row.changeSeq).toBeGreaterThan(row.segment.coveredSeq)
  await bot.app.handlers['summarize-day'](
    { segmentId: row.segmentId as never, mode: 'nightly' },
    { signal: new AbortController().signal, attempt: 1, last: true },
  )
  const after = await db.daySummary.findFirstOrThrow({ where: { segmentId: row.segmentId } })
  expect(after.markdown).toContain('dog')
  await scheduled(bot)
  expect(await db.message.count({ where: { kind: 'digest' } })).toBe(1)
})

test('/resummarize yesterday rebuilds and shows the summary; twice at once changes nothing else', async () => {
  const bot = await testBot({ access: 'open', now: '2026-11-17T09:00:00Z', chat: listener() })
  const ada = await bot.owner()
  await bot.ask(ada, '/timezone Europe/Paris')
  for (const text of ['We decided to take the train.', ...ordinary]) await bot.ask(ada, text)
  bot.clock.jumpTo('2026-11-18T09:00:00Z')
  await bot.ask(ada, 'Good morning.')
  await scheduled(bot)
  const { db } = bot.app.store
  const before = await db.daySummary.findMany()

  const sent = bot.telegram.botTexts(ada).length
  bot.telegram.message({ from: ada, text: '/resummarize yesterday' })
  bot.telegram.message({ from: ada, text: '/resummarize yesterday' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).length === sent + 2, 'both answers')
  await idle(bot)
  const answers = bot.telegram.botTexts(ada).slice(sent)
  expect(answers.some((text) => text.includes('take the train') && text.includes('Decisions'))).toBe(true)
  const after = await db.daySummary.findMany()
  const contents = (rows: typeof after) => rows.map(({ segmentId, markdown }) => ({ segmentId, markdown }))
  expect(contents(after)).toEqual(contents(before))
  expect(await db.message.count({ where: { kind: 'digest' } })).toBe(1)
  expect(await db.message.count({ where: { kind: 'chat' } })).toBe(10)
})
