import { Api, type GrammyError, InputFile } from 'grammy'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { type FakePerson, type FakeTelegram, startFakeTelegram } from './index.ts'

// The fake stands for Telegram in many tests: here grammY alone holds it to what Telegram does.

let telegram: FakeTelegram
let api: Api
let ada: FakePerson

beforeEach(async () => {
  telegram = await startFakeTelegram({ clock: new TestClock('2026-11-18T09:00:00.900Z') })
  api = new Api(telegram.token, { apiRoot: telegram.url })
  ada = telegram.person({ name: 'Ada King', language: 'en' })
  return () => telegram.close()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: GrammyError) => `${error.error_code} ${error.description}`,
  )

describe('the fake Telegram', () => {
  it('gives updates until a higher offset acknowledges them', async () => {
    const first = telegram.message({ from: ada, text: 'one' })
    telegram.message({ from: ada, text: 'two' })
    const updates = await api.getUpdates()
    expect(updates.map(({ message }) => message?.text)).toEqual(['one', 'two'])
    expect(await api.getUpdates()).toEqual(updates)
    expect(telegram.acknowledged(first)).toBe(false)
    expect((await api.getUpdates({ offset: updates[1]!.update_id })).map(({ message }) => message?.text)).toEqual(['two'])
    expect(telegram.acknowledged(first)).toBe(true)
  })

  it('writes messages as Telegram does: whole seconds, numbers by chat, entities found', async () => {
    const group = telegram.group('Garden')
    telegram.message({ from: ada, chat: group, text: '/find@throughline_bot rose for @someone' })
    const [update] = await api.getUpdates()
    expect(update?.message).toMatchObject({
      message_id: 1,
      date: Date.parse('2026-11-18T09:00:00Z') / 1000,
      chat: { id: group.id, type: 'supergroup', title: 'Garden' },
      from: { id: ada.id, first_name: 'Ada', last_name: 'King', language_code: 'en' },
      entities: [
        { type: 'bot_command', offset: 0, length: 21 },
        { type: 'mention', offset: 31, length: 8 },
      ],
    })
  })

  it('holds a poll open until something comes, and sends the first of two pollers away', async () => {
    const first = refusal(api.getUpdates({ timeout: 30 }))
    await telegram.waitFor(() => telegram.polling, 'the first poll')
    const second = api.getUpdates({ timeout: 30 })
    expect(await first).toMatch(/^409 Conflict: terminated by other getUpdates request/)
    telegram.message({ from: ada, text: 'Hello' })
    expect((await second).map(({ message }) => message?.text)).toEqual(['Hello'])
  })

  it('refuses to be polled while a webhook is set', async () => {
    expect(await refusal(api.setWebhook('http://plain.example.org'))).toMatch(/^400 .*HTTPS/)
    await api.setWebhook('https://bot.example.org/hook')
    expect(await refusal(api.getUpdates())).toMatch(/^409 Conflict: can't use getUpdates method while webhook is active/)
    await api.deleteWebhook()
    expect(await refusal(api.getUpdates())).toBe('taken')
  })

  it('gives only the updates that were asked for', async () => {
    await api.getUpdates({ allowed_updates: ['message'] })
    telegram.edit(telegram.message({ from: ada, text: 'one' }), 'two')
    expect((await api.getUpdates()).map((update) => Object.keys(update).at(-1))).toEqual(['message'])
  })

  it('keeps the limits of texts', async () => {
    expect(await refusal(api.sendMessage(ada.id, 'x'.repeat(4096)))).toBe('taken')
    expect(await refusal(api.sendMessage(ada.id, 'x'.repeat(4097)))).toBe('400 Bad Request: message is too long')
    expect(await refusal(api.sendMessage(ada.id, ' \n '))).toBe('400 Bad Request: message text is empty')
    expect(await refusal(api.sendMessage(4711, 'x'))).toBe('400 Bad Request: chat not found')
  })

  it.each([
    ['outside of the text', [{ type: 'bold', offset: 3, length: 9 }]],
    ['of no length', [{ type: 'bold', offset: 0, length: 0 }]],
    ['that split a character', [{ type: 'bold', offset: 0, length: 1 }]],
    [
      'that overlap',
      [
        { type: 'bold', offset: 0, length: 4 },
        { type: 'italic', offset: 3, length: 3 },
      ],
    ],
    [
      'inside of code',
      [
        { type: 'code', offset: 2, length: 4 },
        { type: 'bold', offset: 3, length: 2 },
      ],
    ],
    ['without an address', [{ type: 'text_link', offset: 2, length: 4, url: 'page' }]],
  ] as const)('refuses entities %s', async (_, entities) => {
    expect(await refusal(api.sendMessage(ada.id, '😀 words', { entities: [...entities] }))).toMatch(
      /^400 Bad Request: can't parse entities/,
    )
  })

  it('edits messages of the bot, unless nothing changes', async () => {
    const { message_id: id } = await api.sendMessage(ada.id, 'one')
    expect(await refusal(api.editMessageText(ada.id, id, 'one'))).toMatch(/^400 Bad Request: message is not modified/)
    await api.editMessageText(ada.id, id, 'two')
    expect(telegram.botTexts(ada)).toEqual(['two'])
    expect(telegram.edits).toMatchObject([{ text: 'two' }])
    expect(await refusal(api.editMessageText(ada.id, 99, 'x'))).toBe('400 Bad Request: message to edit not found')
    const theirs = telegram.message({ from: ada, text: 'mine' })
    expect(await refusal(api.editMessageText(ada.id, theirs.id, 'x'))).toBe("400 Bad Request: message can't be edited")
  })

  it('knows presses of buttons until they are answered', async () => {
    await api.sendMessage(ada.id, 'Well?', { reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: '/yes' }]] } })
    telegram.pressButton({ from: ada, label: 'Yes' })
    const press = (await api.getUpdates())[0]?.callback_query
    expect(press).toMatchObject({ data: '/yes', from: { id: ada.id }, message: { text: 'Well?' } })
    expect(await refusal(api.answerCallbackQuery(press?.id ?? ''))).toBe('taken')
    expect(await refusal(api.answerCallbackQuery(press?.id ?? ''))).toMatch(/^400 Bad Request: query is too old/)
  })

  it('takes drafts in private chats alone', async () => {
    expect(await refusal(api.sendMessageDraft(ada.id, 7, 'Once'))).toBe('taken')
    expect(await refusal(api.sendMessageDraft(ada.id, 0, 'Once'))).toMatch(/^400/)
    expect(await refusal(api.sendMessageDraft(telegram.group('Garden').id, 7, 'Once'))).toMatch(/^400/)
  })

  it('fails as it is told to, having done the call or not', async () => {
    telegram.failNext('sendMessage', { status: 429, retryAfter: 5 })
    telegram.failNext('sendMessage', 'cut-before')
    telegram.failNext('sendMessage', 'cut-after')
    await expect(api.sendMessage(ada.id, 'one')).rejects.toMatchObject({ error_code: 429, parameters: { retry_after: 5 } })
    await expect(api.sendMessage(ada.id, 'two')).rejects.toMatchObject({ name: 'HttpError' })
    await expect(api.sendMessage(ada.id, 'three')).rejects.toMatchObject({ name: 'HttpError' })
    await api.sendMessage(ada.id, 'four')
    expect(telegram.botTexts(ada)).toEqual(['three', 'four'])
  })

  it('reads forms as well as JSON', async () => {
    // grammY sends a form as soon as there is a file in the call.
    await api.raw.sendMessage({
      chat_id: ada.id,
      text: '**12**',
      entities: [{ type: 'bold', offset: 2, length: 2 }],
      ...({ file: new InputFile(new Uint8Array([1])) } as object),
    })
    expect(telegram.view(ada)).toMatchObject([{ markup: '**<b>12</b>**' }])
  })
})
