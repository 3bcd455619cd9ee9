import { beforeEach, describe, expect, it } from 'vitest'
import type { InboundAction, InboundMessage } from '../../../../src/core/ports/platform.ts'
import { type FakeChat, type FakePerson, type FakeTelegram, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { TestClock } from '../../../support/clock.ts'
import { adapterOn, failureOf, key, startAndCollect } from '../harness.ts'

let clock: TestClock
let telegram: FakeTelegram
let ada: FakePerson
let garden: FakeChat

beforeEach(async () => {
  clock = new TestClock()
  telegram = await startFakeTelegram({ clock })
  ada = telegram.person({ name: 'Ada' })
  garden = telegram.group('Garden')
  return () => telegram.close()
})

const isCommand = (event: object): event is InboundMessage | InboundAction => 'invocation' in event

/** An adapter that receives, and the command that comes to it next. */
async function startAnswering() {
  const { adapter } = adapterOn(telegram)
  const events = await startAndCollect(adapter)
  const command = () => telegram.waitFor(() => events.findLast(isCommand), 'the command')
  const answer = async (text: string) => {
    const { invocation } = await command()
    return invocation && adapter.sender.answer?.(invocation, { text }, key)
  }
  return { adapter, events, command, answer }
}

const sendCommand = (chat: FakeChat, ephemeral = true) => telegram.message({ from: ada, chat, text: '/timezone', ephemeral })
const sends = () => telegram.calls.filter(({ method }) => method === 'sendMessage')

describe('an answer for one person in a group', () => {
  it('is seen by who gave the command from the menu, and in its topic', async () => {
    const forum = telegram.group('Forum', { forum: true })
    const { answer } = await startAnswering()
    telegram.message({ from: ada, chat: forum, topic: 12, text: '/timezone', ephemeral: true })
    expect(await answer('**Rome**')).toMatch(/^ephemeral:\d+$/)
    expect(telegram.viewPrivately(forum, ada)).toMatchObject([{ markup: '<b>Rome</b>', topic: 12 }])
    expect(telegram.view(forum)).toEqual([])
  })

  it('is seen by who pressed a button, which is told so', async () => {
    const { adapter, answer } = await startAnswering()
    const buttons = [{ label: 'Keep', action: '/digest on' }]
    await adapter.sender.send(String(garden.id) as never, { text: 'A summary a day?', buttons }, key)
    telegram.pressButton({ from: ada, chat: garden, label: 'Keep' })
    await answer('Kept')
    expect(telegram.viewPrivately(garden, ada)).toMatchObject([{ text: 'Kept' }])
    expect(telegram.botTexts(garden)).toEqual(['A summary a day?'])
    await telegram.waitFor(() => telegram.answeredPresses.length === 1, 'the answer to the press')
  })

  it('is asked for by another command in the same way, from the buttons of an answer', async () => {
    const { adapter, command, events } = await startAnswering()
    sendCommand(garden)
    const { invocation } = await command()
    const buttons = [{ label: 'Turn off', action: '/digest off' }]
    if (invocation) await adapter.sender.answer?.(invocation, { text: 'On', buttons }, key)
    telegram.pressButton({ from: ada, chat: garden, label: 'Turn off' })
    const press = await telegram.waitFor(() => events.find(({ type }) => type === 'action'), 'the press')
    expect(press).toMatchObject({
      action: '/digest off',
      place: { address: String(garden.id) },
      invocation: expect.stringContaining('press:'),
    })
  })

  it('can no longer be given after fifteen seconds', async () => {
    const { answer, command, events } = await startAnswering()
    sendCommand(garden)
    await command()
    clock.advance(15_001)
    expect(await failureOf(answer('Too late'))).toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    // That says nothing about the next one.
    sendCommand(garden)
    await telegram.waitFor(() => events.length === 2, 'the next command')
    await answer('In time')
    expect(telegram.viewPrivately(garden, ada)).toMatchObject([{ text: 'In time' }])
    expect(telegram.botTexts(garden)).toEqual([])
  })

  it('to a command that all have seen needs an administrator; where it was refused, it is not asked for again', async () => {
    const kitchen = telegram.group('Kitchen', { admin: true })
    const { answer, command, events } = await startAnswering()
    const { bot } = telegram
    const typed = async (chat: FakeChat) => {
      const before = events.length
      telegram.message({ from: ada, chat, text: `/timezone@${bot.username}` })
      await telegram.waitFor(() => events.length > before, 'the command')
      return command()
    }
    await typed(garden)
    expect(await failureOf(answer('Rome'))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(answer('Rome'))).toMatchObject({ kind: 'rejected' })
    expect(sends()).toHaveLength(1)
    await typed(kitchen)
    await answer('Rome')
    expect(telegram.viewPrivately(kitchen, ada)).toMatchObject([{ text: 'Rome' }])
  })

  it('to a command that all have seen is tried the next time, when it was refused for another reason', async () => {
    const kitchen = telegram.group('Kitchen', { admin: true })
    const { answer } = await startAnswering()
    telegram.message({ from: ada, chat: kitchen, text: `/timezone@${telegram.bot.username}` })
    telegram.failNext('sendMessage', { status: 400, description: 'Bad Request: BUTTON_DATA_INVALID' })
    expect(await failureOf(answer('Rome'))).toMatchObject({ kind: 'rejected' })
    await answer('Rome')
    expect(telegram.viewPrivately(kitchen, ada)).toMatchObject([{ text: 'Rome' }])
  })

  it('is never shown to all by a Bot API server that is too old to know of it', async () => {
    telegram.becomeOlder()
    const { answer } = await startAnswering()
    telegram.message({ from: ada, chat: garden, text: `/timezone@${telegram.bot.username}` })
    expect(await failureOf(answer('My diary'))).toMatchObject({ kind: 'rejected' })
    expect(await failureOf(answer('My diary'))).toMatchObject({ kind: 'rejected' })
    expect(sends()).toEqual([])
  })

  it('that was shown to all after all is taken back', async () => {
    const { answer, command } = await startAnswering()
    const kitchen = telegram.group('Kitchen', { admin: true })
    telegram.message({ from: ada, chat: kitchen, text: '/timezone' })
    await command()
    telegram.dropNext('ephemeral_message_parameters')
    expect(await failureOf(answer('My diary'))).toMatchObject({ kind: 'rejected' })
    expect(telegram.sent).toHaveLength(1)
    expect(telegram.view(kitchen).map(({ text }) => text)).toEqual(['/timezone'])
    expect(await failureOf(answer('My diary'))).toMatchObject({ kind: 'rejected' })
    expect(telegram.sent).toHaveLength(1)
  })

  it('can be tried again when it was not sent', async () => {
    const { answer } = await startAnswering()
    sendCommand(garden)
    telegram.failNext('getMyCommands', 'cut-before')
    expect(await failureOf(answer('Rome'))).toMatchObject({ kind: 'transient' })
    telegram.failNext('sendMessage', { status: 429, retryAfter: 2 })
    expect(await failureOf(answer('Rome'))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2000 })
    await answer('Rome')
    expect(telegram.viewPrivately(garden, ada)).toHaveLength(1)
  })
})
