import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DiscordOptions } from '../../../../adapters/discord/index.ts'
import type { Invocation } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, InboundAction, InboundEvent, PlatformSender } from '../../../../src/core/ports/platform.ts'
import { contractCommands } from '../../../contract/platform-adapter.ts'
import { type FakeChannel, type FakeDiscord, type FakeUser, startFakeDiscord } from '../../../fakes/discord/index.ts'
import { TestClock } from '../../../support/clock.ts'
import { adapterOn, hurriedClock } from '../harness.ts'

const key = 'message 1, part 1' as DeliveryKey
const patience = { timeout: 15_000, interval: 10 }

let clock: TestClock
let discord: FakeDiscord
let ada: FakeUser
let garden: FakeChannel

beforeEach(async () => {
  clock = new TestClock()
  discord = await startFakeDiscord({ clock })
  ada = discord.person('Ada King')
  garden = discord.channel(discord.guild('Garden'), 'roses')
  return () => discord.close()
})

async function startAdapter(options: Partial<DiscordOptions> = {}, inbox: (event: InboundEvent) => Promise<void> = async () => {}) {
  // Waits pass quickly, and the time is that of Discord.
  const { adapter, log } = adapterOn(discord, { clock: { now: () => clock.now(), sleep: hurriedClock.sleep }, ...options })
  const actions: InboundAction[] = []
  await adapter.receiver.start(async (event) => {
    await inbox(event)
    if (event.type === 'action') actions.push(event)
  })
  onTestFinished(() => adapter.receiver.stop())
  await discord.waitFor(() => discord.commands.get('global'), 'the commands')
  const first = () => vi.waitFor(() => (actions[0] ? actions[0] : expect.fail('no action has arrived')), patience)
  return { sender: adapter.sender, log, actions, first }
}

const answer = (sender: PlatformSender, invocation: Invocation | undefined, text: string, continues = false) =>
  sender.answer?.(invocation as Invocation, { text, continues }, key)
const failureOf = (answering: Promise<unknown> | undefined) =>
  answering?.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a slash command', () => {
  it('on a server is deferred for its author alone, and brings its line', async () => {
    const { first } = await startAdapter()
    const given = discord.command({ from: ada, channel: garden, name: 'find', args: { words: ' blue vase ' } })
    expect(await first()).toMatchObject({
      id: `interaction:${given.id}`,
      order: BigInt(given.id),
      action: '/find blue vase',
      author: { id: ada.id, name: 'Ada King', isBot: false, locale: 'en-GB' },
      place: { address: `${garden.guild_id}/${garden.id}`, kind: 'shared', title: 'roses' },
      sentAt: clock.now(),
    })
    expect(given).toMatchObject({ responded: 5, onlyForAuthor: true })
  })

  it('alone with the bot is answered like anything else there', async () => {
    const { first, sender } = await startAdapter()
    const given = discord.command({ from: ada, name: 'timezone' })
    const { invocation, place, action } = await first()
    expect(given).toMatchObject({ responded: 5, onlyForAuthor: false })
    expect([action, place.address]).toEqual(['/timezone', `@${ada.id}`])
    await answer(sender, invocation, 'Europe/Rome')
    expect(discord.botTexts(ada)).toEqual(['Europe/Rome'])
  })

  it('is acknowledged to Discord before it is stored, and stored when that is possible again', async () => {
    let away = true
    const { actions, first } = await startAdapter({}, async () => {
      if (away) throw new Error('the database is away')
    })
    const given = discord.command({ from: ada, channel: garden, name: 'timezone' })
    await discord.waitFor(() => given.responded, 'the first answer')
    expect(actions).toEqual([])
    away = false
    expect(await first()).toMatchObject({ action: '/timezone' })
  })

  it('that could not be deferred in time arrives without a way to answer it there', async () => {
    discord.failNext('POST /interactions/:id/:id/callback', { status: 404, code: 10062, message: 'Unknown interaction' })
    const { first } = await startAdapter()
    discord.command({ from: ada, channel: garden, name: 'timezone' })
    expect(await first()).not.toHaveProperty('invocation')
  })

  it.each([{ status: 500 }, { status: 429, retryAfter: 1 }])(
    'is deferred in one try, since a second one would be late: %j',
    async (failure) => {
      discord.failNext('POST /interactions/:id/:id/callback', failure)
      const { first } = await startAdapter()
      discord.command({ from: ada, channel: garden, name: 'timezone' })
      expect(await first()).not.toHaveProperty('invocation')
      expect(discord.calls.filter(({ route }) => route === 'POST /interactions/:id/:id/callback')).toHaveLength(1)
    },
  )

  it('holds its channel up no longer than Discord waits', async () => {
    discord.failNext('POST /interactions/:id/:id/callback', 'no-answer')
    const { first } = await startAdapter()
    const begun = Date.now()
    discord.command({ from: ada, channel: garden, name: 'timezone' })
    expect(await first()).not.toHaveProperty('invocation')
    expect(Date.now() - begun).toBeLessThan(10_000)
  })

  it('can be answered when Discord has had the first answer already', async () => {
    discord.failNext('POST /interactions/:id/:id/callback', { status: 400, code: 40060 })
    const { first } = await startAdapter()
    discord.command({ from: ada, channel: garden, name: 'timezone' })
    expect(await first()).toHaveProperty('invocation')
  })

  it.each([
    ['a server that the bot is not on', () => discord.channel(discord.guild('Elsewhere', { hasBot: false }), 'hall'), /^\d+\/\d+$/],
    ['the direct chat of two people', () => discord.privateChat([ada, discord.person('Grace')]), /^@me\/\d+$/],
  ])('in %s works for who installed the bot for themselves', async (_, open, address) => {
    const { first, sender } = await startAdapter()
    const place = open()
    discord.command({ from: ada, channel: place, name: 'timezone' })
    const event = await first()
    expect(event.place).toMatchObject({ kind: 'shared', address: expect.stringMatching(address) })
    await answer(sender, event.invocation, 'Europe/Rome')
    expect(discord.privately(ada, place).map(({ text }) => text)).toEqual(['Europe/Rome'])
    expect(await failureOf(sender.send(event.place.address, { text: 'Hello all' }, key))).toMatchObject({ kind: 'unreachable' })
  })
})

describe('an answer', () => {
  async function asked() {
    const { first, sender } = await startAdapter()
    discord.command({ from: ada, channel: garden, name: 'timezone' })
    const { invocation } = await first()
    return { sender, invocation }
  }

  it('fills in what was promised, and the parts after it follow, seen by their author alone', async () => {
    const { sender, invocation } = await asked()
    expect(discord.thinking(garden)).toBe(1)
    await answer(sender, invocation, '**One**')
    await answer(sender, invocation, 'Two', true)
    expect(discord.privately(ada, garden)).toMatchObject([
      { markup: '<b>One</b>', flags: 64 | 4 },
      { text: 'Two', flags: 64 | 4 },
    ])
    expect(discord.view(garden)).toEqual([])
    expect(discord.thinking(garden)).toBe(0)
  })

  it('can have buttons, which work where it was shown', async () => {
    const { first, sender, actions } = await startAdapter()
    discord.command({ from: ada, channel: garden, name: 'timezone' })
    const { invocation } = await first()
    const buttons = [{ label: 'Turn off', action: '/digest off' }]
    await sender.answer?.(invocation as Invocation, { text: 'A summary a day?', buttons }, key)
    const pressed = discord.pressButton({ from: ada, channel: garden, label: 'Turn off' })
    await vi.waitFor(() => expect(actions).toHaveLength(2), patience)
    expect(pressed).toMatchObject({ responded: 5, onlyForAuthor: true })
    expect(actions[1]).toMatchObject({ action: '/digest off', place: { kind: 'shared' }, invocation: expect.any(String) })
  })

  it('is refused by the sender once its 15 minutes are over', async () => {
    const { sender, invocation } = await asked()
    clock.advance(14 * 60_000)
    await answer(sender, invocation, 'In time')
    clock.advance(60_000)
    expect(await failureOf(answer(sender, invocation, 'Too late'))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(sender.dismiss?.(invocation as Invocation))).toMatchObject({ kind: 'unreachable' })
    expect(discord.privately(ada, garden).map(({ text }) => text)).toEqual(['In time'])
  })

  it('that nobody waits for is refused by Discord', async () => {
    const { sender } = await asked()
    const made = `private 1 ${discord.applicationId} token-of-nobody` as Invocation
    expect(await failureOf(answer(sender, made, 'Hello'))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(answer(sender, made, 'Hello', true))).toMatchObject({ kind: 'unreachable' })
  })

  it('whose fate is unknown can be filled in again, and a part that follows cannot', async () => {
    const { sender, invocation } = await asked()
    discord.failNext('PATCH /webhooks/:id/:id/messages/@original', 'cut-after')
    expect(await failureOf(answer(sender, invocation, 'One'))).toMatchObject({ kind: 'transient' })
    await answer(sender, invocation, 'One')
    discord.failNext('POST /webhooks/:id/:id', 'cut-after')
    expect(await failureOf(answer(sender, invocation, 'Two', true))).toMatchObject({ kind: 'unknown' })
    expect(discord.privately(ada, garden).map(({ text }) => text)).toEqual(['One', 'Two'])
  })

  it('that is not to come leaves nothing', async () => {
    const { sender, invocation } = await asked()
    await sender.dismiss?.(invocation as Invocation)
    expect(discord.thinking(garden)).toBe(0)
    expect(discord.privately(ada, garden)).toEqual([])
  })

  it('keeps the token of the interaction out of its errors', async () => {
    const { sender, invocation } = await asked()
    discord.failNext('PATCH /webhooks/:id/:id/messages/@original', { status: 400, code: 50035 })
    const error = await failureOf(answer(sender, invocation, 'A private word'))
    expect(error).toMatchObject({ kind: 'rejected' })
    expect(JSON.stringify(error) + String(error)).not.toMatch(/token-of|private word/)
  })
})

describe('an entry in the menu of a message', () => {
  it('brings its line and the message, whoever wrote it', async () => {
    const { first } = await startAdapter()
    const message = discord.message({ from: discord.person('Grace'), channel: garden, text: 'Roses are red' })
    discord.chooseAction({ from: ada, message, label: 'Resummarize this day' })
    expect(await first()).toMatchObject({
      action: '/open {day}',
      about: { id: message.id, sentAt: new Date(message.timestamp), text: 'Roses are red' },
      author: { id: ada.id },
      invocation: expect.any(String),
    })
  })

  it('brings all of what the message says, as any message is read', async () => {
    const { first } = await startAdapter()
    const grace = discord.person('Grace')
    const [text, long] = [`<@${discord.bot.id}> tell <@${grace.id}> this: `, 'é😀 **x** `y`\n'.repeat(140)]
    const message = discord.message({ from: grace, channel: garden, text: text + long })
    discord.chooseAction({ from: ada, message, label: 'Resummarize this day' })
    expect((await first()).about?.text).toBe(`tell @Grace this: ${long}`.trim())
  })

  it('of a message that says nothing, and of one that Discord does not tell, brings no text', async () => {
    const { actions } = await startAdapter()
    const message = discord.message({ from: discord.person('Grace'), channel: garden, text: '' })
    discord.chooseAction({ from: ada, message, label: 'Resummarize this day' })
    discord.chooseAction({ from: ada, message: { ...message, timestamp: 'never' }, label: 'Resummarize this day' })
    await vi.waitFor(() => expect(actions).toHaveLength(2), patience)
    for (const { about } of actions) expect(about).toEqual({ id: message.id, sentAt: new Date(message.timestamp) })
  })
})

describe('a button', () => {
  it('alone with the bot leaves its message as it is', async () => {
    const { first, sender } = await startAdapter()
    await sender.send(
      sender.directAddress?.(ada.id) ?? expect.fail(),
      { text: 'Well?', buttons: [{ label: 'Off', action: '/digest off' }] },
      key,
    )
    const pressed = discord.pressButton({ from: ada, label: 'Off' })
    const action = await first()
    expect(action).toMatchObject({ action: '/digest off', place: { address: `@${ada.id}`, kind: 'direct' } })
    expect(action).not.toHaveProperty('invocation')
    expect(pressed.responded).toBe(6)
    expect(discord.view(ada)).toMatchObject([{ text: 'Well?', buttons: ['Off'] }])
  })
})

describe('the suggestions for an argument', () => {
  const typing = () => discord.suggestions({ from: ada, channel: garden, command: 'open', argument: 'day', text: 'last' })

  it('are asked for with all that is known', async () => {
    const asked: unknown[] = []
    await startAdapter({
      suggest: async (given) => {
        asked.push(given)
        return [{ label: 'x'.repeat(150), value: '2026-11-17' }]
      },
    })
    expect(await typing()).toEqual([{ name: `${'x'.repeat(99)}…`, value: '2026-11-17' }])
    const place = { address: `${garden.guild_id}/${garden.id}`, kind: 'shared', platform: 'discord', tenant: '', title: 'roses' }
    expect(asked).toEqual([
      { platform: 'discord', tenant: '', platformUserId: ada.id, command: 'open', argument: 'day', text: 'last', place },
    ])
  })

  it('are none when they fail, and it is logged without what was typed', async () => {
    const { log } = await startAdapter({ suggest: () => Promise.reject(new Error('the database is away')) })
    expect(await typing()).toEqual([])
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: { command: 'open', reason: 'the database is away' } }),
    )
  })

  it('are none when they do not come in time', async () => {
    await startAdapter({ suggest: () => new Promise(() => {}) })
    expect(await typing()).toEqual([])
  })

  it('never reach the inbox', async () => {
    const { actions } = await startAdapter()
    await typing()
    discord.command({ from: ada, name: 'timezone' })
    await vi.waitFor(() => expect(actions).toHaveLength(1), patience)
    expect(actions[0]?.action).toBe('/timezone')
  })
})

describe('a command of an older registration', () => {
  it('that is no longer declared arrives as it was given', async () => {
    await startAdapter()
    const { first } = await startAdapter({ commands: contractCommands.filter(({ name }) => name !== 'find') })
    await discord.waitFor(() => discord.commands.get('global')?.every(({ name }) => name !== 'find'), 'the new commands')
    expect(() => discord.command({ from: ada, name: 'find', args: { words: 'x' } })).toThrow(/No command/)
    discord.command({ from: ada, name: 'digest', args: { setting: 'on' } })
    expect(await first()).toMatchObject({ action: '/digest on' })
  })
})
