import { Api, type GrammyError, InputFile } from 'grammy'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { type FakePerson, type FakeTelegram, startFakeTelegram } from './index.ts'

// The fake stands for Telegram in many tests: here grammY alone holds it to what Telegram does.

let clock: TestClock
let telegram: FakeTelegram
let api: Api
let ada: FakePerson

beforeEach(async () => {
  clock = new TestClock('2026-11-18T09:00:00.900Z')
  telegram = await startFakeTelegram({ clock })
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

  it('takes rich messages of blocks, within their limits', async () => {
    const cell = (text: string) => ({ text, align: 'left', valign: 'top' }) as const
    await api.sendRichMessage(ada.id, {
      blocks: [
        { type: 'paragraph', text: ['Hello ', { type: 'bold', text: 'you' }] },
        { type: 'table', cells: [[cell('a'), cell('b')]] },
      ],
    })
    expect(telegram.view(ada)).toMatchObject([{ markup: 'Hello <b>you</b>\n<table><td>a</td><td>b</td></table>' }])
    const tooWide = [{ type: 'table' as const, cells: [Array.from({ length: 21 }, () => cell('x'))] }]
    const tooMany = Array.from({ length: 501 }, () => ({ type: 'divider' as const }))
    for (const blocks of [[], tooWide, tooMany]) expect(await refusal(api.sendRichMessage(ada.id, { blocks }))).toMatch(/^400 Bad Request/)
    expect(await refusal(api.sendRichMessage(ada.id, { markdown: 'Hello' }))).toMatch(/^400/)
    const [message] = telegram.view(ada)
    await api.editMessageText(ada.id, message?.id ?? 0, { blocks: [{ type: 'paragraph', text: 'Bye' }] })
    expect(telegram.botTexts(ada)).toEqual(['Bye'])
  })

  it('shows ephemeral messages to one person, on an occasion of the last fifteen seconds or from an administrator', async () => {
    const garden = telegram.group('Garden')
    const kitchen = telegram.group('Kitchen', { admin: true })
    const ben = telegram.person({ name: 'Ben' })
    const only = (person: FakePerson, more: object = {}) => ({ ephemeral_message_parameters: { receiver_user_id: person.id, ...more } })
    telegram.message({ from: ada, chat: garden, text: '/days', ephemeral: true })
    const command = (await api.getUpdates())[0]?.message
    expect(command).toMatchObject({ message_id: 0, ephemeral_message_id: 1, text: '/days' })
    const reply = { reply_parameters: { ephemeral_message_id: command?.ephemeral_message_id ?? 0 } }

    expect(await api.sendMessage(garden.id, 'For Ada', { ...only(ada), ...reply })).toMatchObject({
      message_id: 0,
      ephemeral_message_id: 2,
    })
    expect(telegram.viewPrivately(garden, ada)).toMatchObject([{ text: 'For Ada' }])
    expect(telegram.viewPrivately(garden, ben)).toEqual([])
    expect(telegram.view(garden)).toEqual([])
    expect(await refusal(api.sendMessage(garden.id, 'For Ben', { ...only(ben), ...reply }))).toMatch(/^400/)
    expect(await refusal(api.sendMessage(garden.id, 'For all', reply))).toMatch(/^400/)
    expect(await refusal(api.sendMessage(garden.id, 'For Ada', only(ada)))).toMatch(/^400 .*not enough rights/)
    expect(await refusal(api.sendMessage(ada.id, 'For Ada', only(ada)))).toMatch(/^400/)
    expect(await refusal(api.sendMessage(kitchen.id, 'For Ada', only(ada)))).toBe('taken')

    await api.sendMessage(garden.id, 'Well?', { reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: '/yes' }]] } })
    telegram.pressButton({ from: ada, chat: garden, label: 'Yes' })
    const press = (await api.getUpdates()).at(-1)?.callback_query?.id ?? ''
    clock.advance(15_000)
    expect(await refusal(api.sendMessage(garden.id, 'Yes', only(ada, { callback_query_id: press })))).toBe('taken')
    clock.advance(1)
    for (const late of [only(ada, { callback_query_id: press }), { ...only(ada), ...reply }])
      expect(await refusal(api.sendMessage(garden.id, 'Late', late))).toMatch(/^400 .*too old/)
  })

  it('tells of reactions in private chats, and in groups only administrators, and only who asks for them', async () => {
    const groups = [telegram.group('Garden'), telegram.group('Kitchen', { admin: true })]
    await api.getUpdates({ allowed_updates: ['message', 'message_reaction'] })
    for (const chat of [undefined, ...groups]) telegram.react({ from: ada, ...(chat && { chat }), message: 1, emoji: '👍' })
    telegram.react({ from: ada, message: 1, emoji: 'custom:42' })
    telegram.react({ from: ada, message: 1, emoji: '👍', present: false })
    const [thumb, custom] = [
      { type: 'emoji', emoji: '👍' },
      { type: 'custom_emoji', custom_emoji_id: '42' },
    ]
    expect((await api.getUpdates()).map((update) => update.message_reaction)).toMatchObject([
      { chat: { id: ada.id }, old_reaction: [], new_reaction: [thumb] },
      { chat: { id: groups[1]?.id } },
      { old_reaction: [thumb], new_reaction: [thumb, custom] },
      { old_reaction: [thumb, custom], new_reaction: [custom], user: { id: ada.id } },
    ])
  })

  it('tells what somebody is in a group, and tells the bot when it is removed', async () => {
    const group = telegram.group('Garden')
    telegram.setRole(group, ada, 'restricted-outside')
    expect(await api.getChatMember(group.id, ada.id)).toMatchObject({ status: 'restricted', is_member: false, user: { id: ada.id } })
    expect(await refusal(api.getChatMember(group.id, 404))).toBe('400 Bad Request: user not found')
    telegram.setRole(group, ada, 'creator')
    telegram.setAdmin(group, true)
    const administrators = await api.getChatAdministrators(group.id)
    expect(administrators.map(({ status, user }) => [status, user.id])).toEqual([
      ['creator', ada.id],
      ['administrator', telegram.bot.id],
    ])
    telegram.removeBot(group, ada)
    const [update] = await api.getUpdates({ allowed_updates: ['my_chat_member'] })
    expect(update?.my_chat_member).toMatchObject({ old_chat_member: { status: 'administrator' }, new_chat_member: { status: 'kicked' } })
    expect(await refusal(api.getChatMember(group.id, ada.id))).toBe('403 Forbidden: bot was kicked from the group chat')
  })

  it('gives files to who has the token, up to 20 MB', async () => {
    const content = new Uint8Array([1, 2, 3])
    telegram.message({ from: ada, file: { kind: 'photo', content } })
    telegram.message({ from: ada, file: { kind: 'document', name: 'big', content: new Uint8Array(20 * 1024 * 1024 + 1) } })
    const [photo, big] = (await api.getUpdates()).map(({ message }) => message)
    const file = await api.getFile(photo?.photo?.at(-1)?.file_id ?? '')
    expect(file.file_size).toBe(3)
    const fetched = async (token: string) => fetch(`${telegram.url}/file/bot${token}/${file.file_path}`)
    expect(new Uint8Array(await (await fetched(telegram.token)).arrayBuffer())).toEqual(content)
    expect((await fetched('1:wrong')).status).toBe(401)
    expect(await refusal(api.getFile(big?.document?.file_id ?? ''))).toBe('400 Bad Request: file is too big')
    expect(await refusal(api.getFile('x'))).toMatch(/^400 .*wrong file_id/)
  })

  it('can be an older server: without new methods, and blind for new parameters', async () => {
    const kitchen = telegram.group('Kitchen', { admin: true })
    telegram.becomeOlder()
    expect(await refusal(api.sendMessageDraft(ada.id, 7, 'Once'))).toBe('404 Not Found: method not found')
    expect(await refusal(api.sendRichMessage(ada.id, { blocks: [{ type: 'paragraph', text: 'x' }] }))).toMatch(/^404/)
    await api.sendMessage(kitchen.id, 'For Ada?', { ephemeral_message_parameters: { receiver_user_id: ada.id } })
    expect(telegram.botTexts(kitchen)).toEqual(['For Ada?'])
    await api.setMyCommands([{ command: 'days', description: 'All days', is_ephemeral: true }])
    expect(await api.getMyCommands()).toEqual([{ command: 'days', description: 'All days' }])
    await api.deleteMessage(kitchen.id, telegram.view(kitchen)[0]?.id ?? 0)
    expect(telegram.view(kitchen)).toEqual([])
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
