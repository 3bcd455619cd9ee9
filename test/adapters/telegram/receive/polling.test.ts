import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { TelegramOptions } from '../../../../adapters/telegram/index.ts'
import { SetupError } from '../../../../src/core/domain/errors.ts'
import { defaultTranslator, otherTranslators, type Translate } from '../../../../src/core/messages/messages.ts'
import { type Clock, systemClock } from '../../../../src/core/ports/clock.ts'
import type { InboundEvent, Inbox } from '../../../../src/core/ports/platform.ts'
import { contractCommands } from '../../../contract/platform-adapter.ts'
import { type FakePerson, type FakeTelegram, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { TestClock } from '../../../support/clock.ts'
import type { LogLine } from '../../../support/recording-log.ts'
import { adapterOn } from '../harness.ts'

let telegram: FakeTelegram
let ada: FakePerson
let ben: FakePerson

beforeEach(async () => {
  telegram = await startFakeTelegram()
  ada = telegram.person({ name: 'Ada' })
  ben = telegram.person({ name: 'Ben' })
  return () => telegram.close()
})

/** The adapter, started with this inbox, and stopped when the test is over. */
async function startReceiver(inbox: Inbox, options: Partial<TelegramOptions> = {}) {
  const { adapter, log } = adapterOn(telegram, options)
  onTestFinished(() => adapter.receiver.stop())
  await adapter.receiver.start(inbox)
  return { adapter, log }
}

const textOf = (event: InboundEvent) => (event.type === 'message' ? event.text : event.type)

describe('long polling', () => {
  it('stores the move of a group after what was written before it, and what is written at the new address after the move', async () => {
    const group = telegram.group('Engines', { basic: true })
    telegram.message({ from: ada, chat: group, text: 'Before' })
    const supergroup = telegram.upgrade(group, ada)
    telegram.message({ from: ben, chat: supergroup, text: 'After' })
    telegram.message({ from: ben, text: 'Elsewhere' })
    const taken: string[] = []
    let go = () => {}
    const isHeld = new Promise<void>((resolve) => {
      go = resolve
    })
    await startReceiver(async (event) => {
      if (textOf(event) === 'Before') await isHeld
      taken.push(textOf(event))
    })
    await telegram.waitFor(() => taken.includes('Elsewhere'), 'the message of another chat')
    expect(taken).toEqual(['Elsewhere'])
    go()
    await telegram.waitFor(() => taken.includes('After'), 'the message at the new address')
    expect(taken).toEqual(['Elsewhere', 'Before', 'move', 'After'])
  })

  it('goes on with other chats while the messages of one are refused, and keeps the order of that one', async () => {
    const taken: string[] = []
    let away = true
    const inbox: Inbox = async (event) => {
      if (away && 'place' in event && event.place.address === String(ada.id)) throw new Error('the database is away')
      taken.push(textOf(event))
    }
    const first = telegram.message({ from: ada, text: 'Ada 1' })
    telegram.message({ from: ada, text: 'Ada 2' })
    const other = telegram.message({ from: ben, text: 'Ben 1' })
    await startReceiver(inbox)
    await telegram.waitFor(() => taken.includes('Ben 1'), 'the message of the other chat')
    telegram.message({ from: ben, text: 'Ben 2' })
    await telegram.waitFor(() => taken.includes('Ben 2'), 'the next message of the other chat')
    expect(taken).toEqual(['Ben 1', 'Ben 2'])
    expect(telegram.acknowledged(first)).toBe(false)
    // Acknowledging it would acknowledge what came before it.
    expect(telegram.acknowledged(other)).toBe(false)

    away = false
    await telegram.waitFor(() => telegram.acknowledged(first) && telegram.acknowledged(other), 'the acknowledgement')
    expect(taken).toEqual(['Ben 1', 'Ben 2', 'Ada 1', 'Ada 2'])
  })

  it('asks again soon while one chat is busy and others are stored, however long that goes on', async () => {
    const waits: number[] = []
    let wake = () => {}
    const clock: Clock = {
      now: () => systemClock.now(),
      sleep(ms) {
        waits.push(ms)
        return new Promise((resolve) => (wake = resolve))
      },
    }
    let free = () => {}
    const busy = new Promise<void>((resolve) => (free = resolve))
    const taken: string[] = []
    telegram.message({ from: ada, text: 'Ada 1' })
    telegram.message({ from: ben, text: 'Ben 1' })
    await startReceiver(
      async (event) => {
        if ('place' in event && event.place.address === String(ada.id)) await busy
        taken.push(textOf(event))
      },
      { clock },
    )
    onTestFinished(() => {
      free()
      wake()
    })
    for (let number = 1; number <= 5; number++) {
      await telegram.waitFor(() => taken.includes(`Ben ${number}`), `message ${number}`)
      telegram.message({ from: ben, text: `Ben ${number + 1}` })
      wake()
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(250)
  })

  it('is given again, after a restart, what was not taken when it stopped', async () => {
    let refuse: () => void = () => {}
    const { adapter } = await startReceiver(
      () =>
        new Promise((_, reject) => {
          refuse = () => reject(new Error('stopping'))
        }),
    )
    const message = telegram.message({ from: ada, text: 'Keep this' })
    telegram.message({ from: ada, text: 'And this' })
    await telegram.waitFor(() => telegram.calls.filter(({ method }) => method === 'getUpdates').length > 0)
    const stopped = adapter.receiver.stop()
    refuse()
    await stopped
    expect(telegram.acknowledged(message)).toBe(false)

    const taken: string[] = []
    await startReceiver(async (event) => void taken.push(textOf(event)))
    await telegram.waitFor(() => taken.length === 2, 'both messages')
    expect(taken).toEqual(['Keep this', 'And this'])
  })

  it('has acknowledged, when it has stopped, what was taken', async () => {
    const taken: string[] = []
    const { adapter } = await startReceiver(async (event) => {
      taken.push(textOf(event))
      if (taken.length === 1) void adapter.receiver.stop()
    })
    const message = telegram.message({ from: ada, text: 'The last one' })
    await telegram.waitFor(() => taken.length === 1)
    await adapter.receiver.stop()
    await telegram.waitFor(() => telegram.acknowledged(message), 'the acknowledgement')
  })

  it('passes over an update that cannot be read', async () => {
    const taken: string[] = []
    const { log } = await startReceiver(async (event) => void taken.push(textOf(event)))
    telegram.deliver({ message: { message_id: 'not a number' } })
    telegram.message({ from: ada, text: 'Still here' })
    await telegram.waitFor(() => taken.length === 1, 'the message after it')
    expect(taken).toEqual(['Still here'])
    expect(log.lines).toContainEqual({
      level: 'warn',
      fields: { update: expect.any(Number), shape: '{update_id: number, message: {message_id: string}}' },
      message: 'A Telegram update could not be read; skipped it',
    })
  })

  it('asks again after a while for what has no number and cannot be acknowledged, and logs it once', async () => {
    const clock = new TestClock()
    const taken: string[] = []
    const { log } = await startReceiver(async (event) => void taken.push(textOf(event)), { clock })
    const polls = () => telegram.calls.filter(({ method }) => method === 'getUpdates').length
    telegram.deliverRaw({ message: {} })
    await telegram.waitFor(() => log.lines.some(({ level }) => level === 'warn'), 'the log')
    const before = polls()
    await telegram.waitFor(() => {
      clock.advance(1_000)
      return polls() > before + 2
    }, 'further polls')
    telegram.message({ from: ada, text: 'Hello' })
    await telegram.waitFor(() => {
      clock.advance(1_000)
      return taken.length === 1
    }, 'the message')
    expect(log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toEqual([{ shape: '{message: {}}' }])
  })

  it('keeps trying when another program polls, and says so', async () => {
    const taken: string[] = []
    const { log } = await startReceiver(async (event) => void taken.push(textOf(event)))
    await telegram.waitFor(() => telegram.calls.some(({ method }) => method === 'deleteWebhook'))
    const other = await fetch(`${telegram.url}/bot${telegram.token}/getUpdates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ timeout: 30 }),
    }).then((response) => response.status)
    expect(other).toBe(409)
    await telegram.waitFor(() => log.lines.some(({ message }) => message.startsWith('Another program receives')), 'the log')
    telegram.message({ from: ada, text: 'Hello' })
    await telegram.waitFor(() => taken.length === 1, 'the message')
  })

  it('waits longer after each failure, and goes on', async () => {
    const clock = new TestClock()
    const taken: string[] = []
    for (let failure = 0; failure < 3; failure += 1) telegram.failNext('getUpdates', failure === 1 ? 'cut-before' : { status: 502 })
    const { log } = await startReceiver(async (event) => void taken.push(textOf(event)), { clock })
    const waits = () => log.lines.flatMap(({ fields }) => ('waitMs' in fields ? [fields['waitMs']] : []))
    for (const waitMs of [1000, 2000, 4000]) {
      await telegram.waitFor(() => waits().at(-1) === waitMs, `the wait of ${waitMs} ms`)
      clock.advance(waitMs)
    }
    telegram.message({ from: ada, text: 'Hello' })
    await telegram.waitFor(() => taken.length === 1, 'the message')
    expect(JSON.stringify(log.lines)).not.toContain(telegram.token.split(':')[1])
  })

  it('is not connected while its calls fail, and is again without waiting for a message', async () => {
    const clock = new TestClock()
    telegram.failNext('getUpdates', { status: 502 })
    const { adapter, log } = await startReceiver(async () => {}, { clock })
    const isConnected = () => adapter.receiver.isConnected?.()
    await telegram.waitFor(() => log.lines.some(({ fields }) => 'waitMs' in fields), 'the wait')
    expect(isConnected()).toBe(false)
    clock.advance(1000)
    await telegram.waitFor(() => isConnected() === true, 'the connection')
  })

  it('asks no sooner than Telegram wants', async () => {
    const clock = new TestClock()
    telegram.failNext('getMe', { status: 429, retryAfter: 35 })
    telegram.failNext('getUpdates', { status: 429, retryAfter: 90 })
    const { log } = await startReceiver(async () => {}, { clock })
    const waits = () => log.lines.flatMap(({ fields }) => ('waitMs' in fields ? [fields['waitMs']] : []))
    await telegram.waitFor(() => waits().length === 1 && clock.sleeping > 0, 'the wait before getMe')
    clock.advance(35_000)
    await telegram.waitFor(() => waits().length === 2, 'the wait before getUpdates')
    expect(waits()).toEqual([35_000, 90_000])
  })

  it.each([{}, [{}], 'nonsense', null])('outlives an answer that is no list of updates: %j', async (result) => {
    const server = createServer((request, response) => {
      const answers = request.url?.endsWith('/getMe') ? telegram.bot : request.url?.endsWith('/getUpdates') ? result : true
      response.end(JSON.stringify({ ok: true, result: answers }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const clock = new TestClock()
    const { log } = await startReceiver(async () => {}, {
      apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clock,
    })
    await telegram.waitFor(() => clock.sleeping > 0 && log.lines.some(({ level }) => level === 'warn'), 'the wait')
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it('answers a pressed button when the inbox has taken it, and not before', async () => {
    const answeredAtInbox: number[] = []
    const { adapter } = await startReceiver(async (event) => {
      if (event.type !== 'action') return
      answeredAtInbox.push(telegram.answeredPresses.length)
      if (answeredAtInbox.length === 1) throw new Error('the database is away')
    })
    telegram.message({ from: ada, text: '/start' })
    const [button] = [{ label: 'Keep', action: '/digest on' }]
    await adapter.sender.send(String(ada.id) as never, { text: 'A summary a day?', buttons: [button] }, 'key' as never)
    telegram.pressButton({ from: ada, label: 'Keep' })
    await telegram.waitFor(() => telegram.answeredPresses.length === 1, 'the answer')
    expect(answeredAtInbox).toEqual([0, 0])
  })
})

/** A clock of the test's own by which ten minutes take a quarter of a second. */
function fastClock(): Clock {
  const start = Date.now()
  return {
    now: () => new Date(start + (Date.now() - start) * 2400),
    sleep: (ms, signal) => systemClock.sleep(ms / 2400, signal),
  }
}

describe('an update that the inbox refuses for long', () => {
  const givenUp = (lines: readonly LogLine[]) => lines.filter(({ level, message }) => level === 'error' && message.endsWith('discarded it'))

  it('is given up when others are stored, and holds up neither its chat nor what comes after a hundred more', async () => {
    const taken: string[] = []
    const poison = telegram.message({ from: ada, text: 'poison' })
    const { log } = await startReceiver(
      async (event) => {
        if (textOf(event) === 'poison') throw new Error('no row takes this')
        if (!taken.includes(textOf(event))) taken.push(textOf(event))
      },
      { clock: fastClock() },
    )
    telegram.message({ from: ada, text: 'Ada goes on' })
    const texts = Array.from({ length: 120 }, (_, index) => `Ben ${index}`)
    for (const text of texts) telegram.message({ from: ben, text })
    await telegram.waitFor(() => taken.length === 121, 'all that came after it', 25_000)
    expect(taken.filter((text) => text.startsWith('Ben'))).toEqual(texts)
    expect(givenUp(log.lines)).toMatchObject([{ fields: { event: 'message', id: String(poison.id) } }])
    await telegram.waitFor(() => telegram.acknowledged(poison), 'the acknowledgement')
  })

  it.each([
    ['everything else is refused too', (_: InboundEvent) => true],
    ['only what need not be stored goes through', (event: InboundEvent) => 'addressed' in event && event.addressed],
  ])('is kept while %s: then it is the database that is away', async (_, isRefused) => {
    const clock = fastClock()
    const back = clock.now().getTime() + 25 * 60_000
    const group = telegram.group('Garden')
    const tries = new Map<string, number>()
    let isBack = false
    const taken: string[] = []
    const inbox: Inbox = async (event) => {
      const text = textOf(event)
      tries.set(text, (tries.get(text) ?? 0) + 1)
      // Back at a try of the first message: between two events, the second one could be stored first.
      if (text === 'Ada 1') isBack = clock.now().getTime() >= back
      if (!isBack && isRefused(event)) throw new Error('the database is away')
      if (!taken.includes(text)) taken.push(text)
    }
    const said = ['Ada 1', 'Ada 2'].map((text) => telegram.message({ from: ada, text }))
    said.push(telegram.message({ from: ben, text: 'Ben 1' }))
    telegram.message({ from: ben, chat: group, text: 'Lunch?' })
    const { log } = await startReceiver(inbox, { clock })
    await telegram.waitFor(() => said.every((message) => telegram.acknowledged(message)), 'the acknowledgement', 25_000)
    // Long enough for it to have been given up.
    expect(tries.get('Ada 1')).toBeGreaterThan(20)
    expect(taken.filter((text) => text !== 'Lunch?').sort()).toEqual(['Ada 1', 'Ada 2', 'Ben 1'])
    expect(taken.indexOf('Ada 1')).toBeLessThan(taken.indexOf('Ada 2'))
    expect(givenUp(log.lines)).toEqual([])
  })
})

describe('starting', () => {
  it('offers the commands that are not hidden, in private chats and in groups, in the language of the app', async () => {
    await startReceiver(async () => {})
    const menuIn = (translate: Translate, options: object) =>
      contractCommands
        .filter(({ hidden }) => !hidden)
        .map(({ name, help }) => ({ command: name, description: translate(help), ...options }))
    // In groups, so that only the bot sees them.
    const menus = [['all_private_chats', {}] as const, ['all_group_chats', { is_ephemeral: true }] as const].flatMap(([scope, options]) => [
      [scope, menuIn(defaultTranslator, options)],
      ...otherTranslators.map((translate) => [`${scope} ${translate.language}`, menuIn(translate, options)]),
    ])
    await telegram.waitFor(() => telegram.commands.size === menus.length)
    expect(Object.fromEntries(telegram.commands)).toEqual(Object.fromEntries(menus))
    expect(telegram.commands.get('all_private_chats de')).toContainEqual({
      command: 'timezone',
      description: 'Deine Zeitzone zeigen oder ändern: /timezone Europe/Berlin',
    })
  })

  it('asks only for the updates it reads', async () => {
    await startReceiver(async () => {})
    await telegram.waitFor(() => telegram.calls.some(({ method }) => method === 'getMe'))
    telegram.message({ from: ada, text: 'Hello' })
    const poll = await telegram.waitFor(() => telegram.calls.find(({ method }) => method === 'getUpdates'))
    expect(poll.params['allowed_updates']).toEqual([
      'message',
      'edited_message',
      'callback_query',
      'message_reaction',
      'my_chat_member',
      'stopped_message_generation',
    ])
  })

  it('works without a menu', async () => {
    telegram.failNext('setMyCommands', { status: 400, description: 'Bad Request: BOT_COMMAND_INVALID' })
    const taken: string[] = []
    await startReceiver(async (event) => void taken.push(textOf(event)))
    telegram.message({ from: ada, text: 'Hello' })
    await telegram.waitFor(() => taken.length === 1)
  })

  it.each(['1:wrong', 'nonsense'])('says what to do about the token %j', async (token) => {
    const { adapter, log } = adapterOn(telegram, { token })
    const refused = await adapter.receiver.start(async () => {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SetupError)
    expect(String(refused)).toContain('TELEGRAM_BOT_TOKEN')
    expect(String(refused) + JSON.stringify(log.lines)).not.toContain(token)
  })

  it('holds up nothing while Telegram is away, and connects when it is back', async () => {
    const clock = new TestClock()
    telegram.failNext('getMe', 'cut-before')
    telegram.failNext('getMe', { status: 502 })
    const taken: string[] = []
    await startReceiver(async (event) => void taken.push(textOf(event)), { clock })
    expect(telegram.calls).toHaveLength(1)
    telegram.message({ from: ada, text: 'Hello' })
    clock.advance(1000)
    await telegram.waitFor(() => telegram.calls.length === 2, 'the second try')
    await telegram.waitFor(() => {
      clock.advance(2000)
      return taken.length === 1
    }, 'the message')
  })

  it('says so in the log when Telegram is back and does not know the token', async () => {
    telegram.failNext('getMe', { status: 502 })
    const clock = new TestClock()
    const { log } = await startReceiver(async () => {}, { clock })
    telegram.revokeToken()
    await telegram.waitFor(() => {
      clock.advance(1000)
      return log.lines.some(({ level, fields }) => level === 'error' && String(fields['reason']).includes('TELEGRAM_BOT_TOKEN'))
    }, 'the log')
  })

  it('can be stopped while it waits for Telegram', async () => {
    telegram.failNext('getMe', { status: 502 })
    const { adapter, log } = adapterOn(telegram, { clock: new TestClock() })
    const starting = adapter.receiver.start(async () => {})
    await telegram.waitFor(() => log.lines.length > 0, 'the log')
    await adapter.receiver.stop()
    await starting
    expect(telegram.calls.map(({ method }) => method)).toEqual(['getMe'])
  })
})
