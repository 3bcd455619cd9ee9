import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { logMessage } from '../../../src/channels/log/log-message.ts'
import { runImportTelegram } from '../../../src/cli/import/import-telegram.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import { channelBench } from '../../channels/bench.ts'
import { openTestChannel, readLog } from '../../channels/log/support.ts'
import { message } from '../../support/app.ts'
import { testStore } from '../../support/store.ts'

const place = { platform: 'telegram', tenant: '', address: '-1001234567890' as PlaceAddress, kind: 'shared' as const, title: 'Hiking' }

/** As Telegram Desktop writes it, shortened. */
const exported = {
  name: 'Hiking',
  type: 'private_supergroup',
  id: 1234567890,
  messages: [
    {
      id: 1,
      type: 'service',
      date: '2026-03-01T10:00:00',
      date_unixtime: '1772359200',
      actor: 'Ann',
      actor_id: 'user1',
      action: 'create_group',
      text: '',
    },
    {
      id: 2,
      type: 'message',
      date_unixtime: '1772359260',
      from: 'Ann',
      from_id: 'user1',
      text: ['See ', { type: 'link', text: 'example.org' }],
    },
    {
      id: 3,
      type: 'message',
      date_unixtime: '1772359320',
      edited_unixtime: '1772359400',
      from: 'Ben',
      from_id: 'user2',
      text: 'At nine',
      photo: '(File not included.)',
    },
    { id: 4, type: 'message', date_unixtime: '1772359380', from: 'The bot', from_id: 'user99', text: 'I am the bot.' },
    { id: 5, type: 'message', date_unixtime: '1772359440', from: null, from_id: 'channel777', text: 'Posted by a channel' },
    { id: 6, type: 'message', date_unixtime: 'soon', from: 'Eve', from_id: 'user3', text: 'Broken' },
    { id: 7, type: 'message', date_unixtime: '1772359500', from: 'Olga', from_id: 'user4', text: 'Not me' },
    { id: 8, type: 'message', date_unixtime: '1772359560', from: 'Ben', from_id: 'user2', text: 'Forwarded', forwarded_from: 'Zoe' },
  ],
}

async function imported(bench: ReturnType<typeof channelBench>, content: unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-telegram-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'result.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  const [out, err] = [new PassThrough(), new PassThrough()]
  await runImportTelegram(bench, { file, botId: '99' }, { out: out as never, err: err as never })
  return String(out.read())
}

test('the history of a group is logged once, with authors, edits, files and forwards, and without bots and those who opted out', async () => {
  const bench = channelBench(await testStore())
  const channel = await openTestChannel(bench, place, 'ann')
  await bench.store.db.channelAuthor.create({ data: { placeId: channel.placeId, platformUserId: '4', optedOutAt: bench.clock.now() } })
  const known = { ...message(bench, '2', place, 'At nine'), id: '3' as never, author: { id: '2', name: 'Ben', isBot: false } }
  await logMessage(bench, { ...known, addressed: false, sentAt: new Date(1_772_359_320_000) })
  expect(await imported(bench, exported)).toBe('3 messages logged, 2 already present or not to be logged, 3 without text of a person.\n')
  expect(await readLog(bench, channel)).toEqual(['Ann: See example.org', 'Ben: At nine', ': Posted by a channel', 'Ben: Forwarded'])
  expect(await bench.store.db.messageReference.count({ where: { kind: 'forward', text: '' } })).toBe(1)
  expect(await imported(bench, exported)).toMatch(/^0 messages logged, 5 already/)
})

test('other bots are left out, as far as the export tells them from people', async () => {
  const bench = channelBench(await testStore())
  const channel = await openTestChannel(bench, place, 'ann')
  let id = 0
  const says = (fromId: string, text: string, more = {}) => ({
    ...{ id: ++id, type: 'message', date_unixtime: String(1_772_359_200 + id), from: fromId, from_id: fromId, text },
    ...more,
  })
  const buttons = { inline_bot_buttons: [[{ type: 'callback', text: 'Vote' }]] }
  const messages = [
    says('user50', 'A bot before its first button'),
    says('user50', 'A vote', buttons),
    says('user51', 'By way of a bot', { ...buttons, via_bot: '@gif' }),
    says('user52', 'Forwarded from a bot', { ...buttons, forwarded_from: 'News' }),
    says('user53', 'By way of a bot that is gone', buttons),
    { id: ++id, type: 'service', date_unixtime: '1772359300', actor: 'Kim', actor_id: 'user53', action: 'join_group_by_link', text: '' },
    says('channel7', 'A post with a link below', buttons),
    says('user54', 'A bot that never shows a button'),
  ]
  expect(await imported(bench, { ...exported, messages })).toMatch(/^5 messages logged, 0 already.*, 3 without text of a person/)
  expect((await readLog(bench, channel)).map((line) => line.split(': ')[1])).toEqual([
    ...['By way of a bot', 'Forwarded from a bot', 'By way of a bot that is gone', 'A post with a link below'],
    'A bot that never shows a button',
  ])
})

test('a group that is not switched on, and any other file, are refused in words', async () => {
  const bench = channelBench(await testStore())
  await expect(imported(bench, exported)).rejects.toThrow('Send /channel on in it first')
  for (const wrong of ['', '[]', '{"chats":{}}', { ...exported, type: 'personal_chat' }, { ...exported, messages: undefined }])
    await expect(imported(bench, wrong)).rejects.toThrow(InputError)
})
