import { expect, test } from 'vitest'
import { idle, testBot } from '../support/bot.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { testDatabase } from '../support/store.ts'

const echo = () =>
  new ScriptedModel((request) => {
    const last = request.messages.at(-1)?.content ?? ''
    return { text: `You said: ${last.slice(-200)}` }
  })

test('a stranger gets one sentence, and the setup code makes them the owner of the page', async () => {
  const bot = await testBot()
  const stranger = bot.telegram.person({ name: 'Eve' })
  bot.telegram.message({ from: stranger, text: 'hello?' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(stranger).length === 1, 'the sentence')
  bot.telegram.message({ from: stranger, text: 'hello??' })
  bot.telegram.message({ from: stranger, text: '/start not-the-code' })
  const owner = await bot.owner()
  expect(bot.telegram.botTexts(stranger)).toEqual([expect.stringContaining('owner'), expect.stringContaining('That setup code is wrong')])
  expect(await bot.app.store.db.user.findMany({ select: { isLocal: true } })).toEqual([{ isLocal: true }])
  expect(await bot.ask(owner, 'I bought a red bicycle today.')).not.toBe('')
  // The code was for once.
  bot.telegram.message({ from: stranger, text: `/start ${bot.setupCode?.code}` })
  await bot.ask(owner, 'And a bell for it.')
  expect(await bot.app.store.db.account.count({ where: { platform: 'telegram' } })).toBe(1)
})

test('events delivered ten times and shuffled give one row and one reply each, in order', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  const said = Array.from({ length: 6 }, (_, index) => bot.telegram.message({ from: ada, text: `number ${index}`, delivered: false }))
  const deliveries = said.flatMap((message) => Array.from({ length: 10 }, () => message))
  // A fixed shuffle: multiplying by a number coprime to 60 visits every place once.
  for (let index = 0; index < deliveries.length; index++) bot.telegram.deliver(deliveries[(index * 37) % deliveries.length]!.update)
  await bot.telegram.waitFor(() => said.every((message) => bot.telegram.acknowledged(message)), 'all events to be taken', 60_000)
  await idle(bot)
  const rows = await bot.app.store.db.message.findMany({ where: { role: 'user' }, orderBy: [{ sentAt: 'asc' }, { platformOrder: 'asc' }] })
  expect(rows.map((row) => row.text)).toEqual(said.map((_, index) => `number ${index}`))
  // One reply each: in few turns or many, each question is in exactly one.
  expect(rows.every((row) => row.turnId !== null && !row.pending)).toBe(true)
  const turns = await bot.app.store.db.turn.findMany()
  expect(turns.every((turn) => turn.state === 'done')).toBe(true)
  expect(await bot.app.store.db.message.count({ where: { role: 'assistant' } })).toBe(turns.length)
  expect(bot.telegram.botTexts(ada)).toHaveLength(turns.length)
})

test('a direct message and a mention in a group in the same instant are answered apart, and nothing private shows in the group', async () => {
  const chat = echo()
  const bot = await testBot({ access: 'open', chat })
  const ada = await bot.owner()
  await bot.ask(ada, 'My secret is 4711.')
  const group = bot.telegram.group('Engines')
  bot.telegram.message({ from: ada, text: 'another secret, 0815' })
  bot.telegram.message({ from: ada, chat: group, text: `@${bot.telegram.bot.username} what is my secret?` })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(group).length > 0 && bot.telegram.botTexts(ada).length > 1, 'both answers')
  await idle(bot)
  const shown = chat.requests
    .filter(({ messages }) => messages.at(-1)?.content.includes('what is my secret'))
    .map((request) => JSON.stringify(request))
  expect(shown).toHaveLength(1)
  expect(shown[0]).not.toMatch(/4711|0815/)
  expect(bot.telegram.botTexts(group)).toHaveLength(1)
  expect(bot.telegram.botTexts(group).join()).not.toMatch(/4711|0815/)
  expect(bot.telegram.view(group).at(-1)?.replyTo).toBeDefined()
  expect(bot.telegram.botTexts(ada).join()).not.toContain('what is my secret')
})

test('what is said between others in a group is neither stored nor answered', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  const group = bot.telegram.group('Engines')
  const aside = bot.telegram.message({ from: ada, chat: group, text: 'lunch?' })
  await bot.telegram.waitFor(() => bot.telegram.acknowledged(aside), 'the event to be taken')
  expect(await bot.app.store.db.message.count()).toBe(0)
})

test('an edit changes the row and is not answered again; one that overtakes its message is the message', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  bot.telegram.message({ from: ada, text: 'helo' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).length === 1, 'an answer')
  await idle(bot)
  const overtaken = bot.telegram.message({ from: ada, text: 'tomorow', delivered: false })
  bot.clock.jumpTo(new Date(bot.clock.now().getTime() + 5_000))
  bot.telegram.edit(overtaken, 'tomorrow')
  bot.telegram.deliver(overtaken.update)
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).length === 2, 'the second answer')
  await idle(bot)
  const rows = await bot.app.store.db.message.findMany({ where: { role: 'user' }, orderBy: { id: 'asc' } })
  expect(rows.map((row) => row.text)).toEqual(['helo', 'tomorrow'])
  expect(bot.telegram.botTexts(ada)).toHaveLength(2)
})

test('a command in a group is answered to the asker alone', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  await bot.ask(ada, 'hello')
  const group = bot.telegram.group('Engines')
  bot.telegram.message({ from: ada, chat: group, text: `/days@${bot.telegram.bot.username}` })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).some((text) => text.includes('2026')), 'the private answer')
  expect(bot.telegram.botTexts(group)).toEqual([])
})

test('/stop ends a running reply, what was written stays, and /retry answers again', async () => {
  const chat = new ScriptedModel([{ text: 'The long story begins', stall: true }, { text: 'The whole story.' }])
  const bot = await testBot({ access: 'open', chat })
  const ada = await bot.owner()
  bot.telegram.message({ from: ada, text: 'tell me a long story' })
  await chat.called()
  bot.telegram.message({ from: ada, text: '/stop' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).some((text) => text.includes('The long story begins')), 'what was written')
  await idle(bot)
  expect(await bot.app.store.db.turn.findMany({ select: { state: true } })).toEqual([{ state: 'stopped' }])
  bot.telegram.message({ from: ada, text: '/retry' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).some((text) => text.includes('The whole story')), 'the second answer')
})

test('a reply whose sending has an unknown end is not repeated by itself, and /retry sends it', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  bot.telegram.failNext('sendMessage', 'cut-after')
  bot.telegram.message({ from: ada, text: 'are you there?' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).length === 1, 'the first copy')
  await idle(bot)
  expect(await bot.app.store.db.delivery.findMany({ select: { state: true } })).toEqual([{ state: 'unknown' }])
  bot.telegram.message({ from: ada, text: '/retry' })
  await bot.telegram.waitFor(
    () => bot.telegram.botTexts(ada).filter((text) => text.includes('are you there')).length === 2,
    'the second copy',
  )
})

test('429 with a wait and 500s delay a reply, and neither lose nor double it', async () => {
  const bot = await testBot({ access: 'open', chat: echo() })
  const ada = await bot.owner()
  bot.telegram.failNext('sendMessage', { status: 429, retryAfter: 1 })
  bot.telegram.failNext('sendMessage', { status: 500 })
  bot.telegram.message({ from: ada, text: 'patience' })
  await bot.telegram.waitFor(() => bot.telegram.botTexts(ada).length === 1, 'the reply', 30_000)
  await idle(bot)
  expect(bot.telegram.botTexts(ada)).toHaveLength(1)
})

test('what was stored before a restart is answered after it, and the conversation goes on', async () => {
  const stalled = new ScriptedModel([{ text: 'never', stall: true }])
  const store = await testDatabase()
  const bot = await testBot({ access: 'open', chat: stalled, store })
  const ada = await bot.owner()
  bot.telegram.message({ from: ada, text: 'remember the milk' })
  await stalled.called()
  // No grace: the model never answers.
  await bot.app.jobs.stop(0)
  await bot.stop()
  const again = await testBot({ access: 'open', chat: echo(), store, clock: bot.clock, telegram: bot.telegram })
  await again.telegram.waitFor(() => again.telegram.botTexts(ada).some((text) => text.includes('remember the milk')), 'the answer')
  expect(await again.app.store.db.message.count({ where: { role: 'user' } })).toBe(1)
})

test('a group that becomes a supergroup is the same place, with its context', async () => {
  const chat = echo()
  const bot = await testBot({ access: 'open', chat })
  const ada = await bot.owner()
  const group = bot.telegram.group('Engines', { basic: true })
  await bot.ask(ada, `@${bot.telegram.bot.username} the boiler is number 7`, group)
  const supergroup = bot.telegram.upgrade(group, ada)
  await bot.ask(ada, `@${bot.telegram.bot.username} which boiler?`, supergroup)
  expect(await bot.app.store.db.place.count({ where: { kind: 'shared' } })).toBe(1)
  expect(JSON.stringify(chat.requests.at(-1))).toContain('the boiler is number 7')
})
