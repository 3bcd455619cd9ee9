import { expect, vi } from 'vitest'
import type { Invocation } from '../../../src/core/domain/ids.ts'
import type { InboundAction, InboundMessage, ReplyPart } from '../../../src/core/ports/platform.ts'
import { contractCommands, contractSuggest } from './commands.ts'
import type { AdapterHarness, HarnessPlace } from './harness.ts'
import { arrived, commandsIn, key, type Listening, lineOf, listen, meet, messages, patience, type Run, sendDirect } from './listening.ts'

/** Commands by the platform's own means, and answers for their author alone. */
export const commandCases = {
  'a button brings its action back, from the place it was shown in': async (harness) => {
    const buttons = [
      { label: 'Turn off', action: '/digest off' },
      { label: 'Keep', action: '/digest on' },
    ]
    const { events, id, address } = await sendDirect(harness, { text: 'A summary a day?', buttons })
    expect((await harness.shown('direct'))[0]?.buttons).toEqual(['Turn off', 'Keep'])
    await harness.press(id, 'Turn off')
    const action = await arrived(events, 'action')
    expect(action).toMatchObject({ action: '/digest off', author: { isBot: false }, place: { address, kind: 'direct' } })
    expect(action.author.id).toBe(messages(events)[0]?.author.id)
  },

  'commands are offered, but not those for buttons alone': async (harness) => {
    await listen(harness)
    const offered = contractCommands.filter(({ hidden }) => !hidden).map(({ name }) => name)
    await vi.waitFor(async () => expect([...(await harness.offeredCommands())].sort()).toEqual(offered.sort()), patience)
  },

  'a command arrives once, as a line with its arguments': async (harness) => {
    const { events, author, place } = await meet(harness)
    await harness.command('direct', 'digest', { setting: 'off' })
    await harness.command('direct', 'find', { words: 'what we said about lunch' })
    await harness.command('direct', 'open', { day: '2026-03-02' })
    await harness.command('direct', 'timezone')
    await vi.waitFor(() => expect(commandsIn(events)).toHaveLength(4), patience)
    const lines = ['/digest off', '/find what we said about lunch', '/open 2026-03-02', '/timezone']
    expect(commandsIn(events).map(lineOf)).toEqual(lines)
    for (const command of commandsIn(events))
      expect(command).toMatchObject({ author: { id: author.id, isBot: false }, place: { address: place.address, kind: 'direct' } })
    expect(events).toHaveLength(5)
  },

  'the answer to a command in the direct place is shown there': async (harness) => {
    const { events, place } = await meet(harness)
    const command = await given(harness, { events }, 'direct')
    const part = { text: 'The timezone is Europe/Rome.' }
    const { sender } = harness.adapter
    if (command.invocation && sender.answer) await sender.answer(command.invocation, part, key())
    else await sender.send(place.address, part, key())
    expect((await harness.shown('direct')).map(({ text }) => text)).toEqual([part.text])
  },

  'a command in a shared place arrives from there': async (harness) => {
    const { events, author, place } = await meet(harness, 'shared')
    const command = await given(harness, { events }, 'shared')
    expect(lineOf(command)).toBe('/timezone')
    expect(command).toMatchObject({ author: { id: author.id }, place: { address: place.address, kind: 'shared' } })
    expect(command.type === 'action' || command.addressed).toBe(true)
  },

  'the answer to a command in a shared place is seen by its author alone': async (harness) => {
    const { events } = await meet(harness, 'shared')
    const command = await given(harness, { events }, 'shared')
    await answerTo(harness, command, { text: 'Only **you** see this.' })
    expect((await harness.shownPrivately('shared')).map(({ text }) => text)).toEqual(['Only you see this.'])
    expect(await harness.shown('shared')).toEqual([])
  },

  'the parts of such an answer are seen in their order': async (harness) => {
    const { events } = await meet(harness, 'shared')
    const command = await given(harness, { events }, 'shared')
    const texts = ['The first part', 'The second part', 'The third part']
    for (const [index, text] of texts.entries()) await answerTo(harness, command, { text, ...(index > 0 && { continues: true }) })
    expect((await harness.shownPrivately('shared')).map(({ text }) => text)).toEqual(texts)
    expect(await harness.shown('shared')).toEqual([])
  },

  'a command that has no answer leaves nothing behind': async (harness) => {
    const { events } = await meet(harness, 'shared')
    const { invocation } = await given(harness, { events }, 'shared')
    if (invocation) await harness.adapter.sender.dismiss?.(invocation)
    expect(await harness.shownPrivately('shared')).toEqual([])
    expect(await harness.shown('shared')).toEqual([])
  },

  'an answer to a command that nobody gave is refused': async (harness) => {
    await listen(harness)
    const { answer } = harness.adapter.sender
    expect(answer).toBeDefined()
    const failed = await answer?.('nobody gave this' as Invocation, { text: 'Here you are' }, key()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failed).toMatchObject({ name: 'PlatformError', kind: expect.stringMatching(/^(unreachable|rejected)$/) })
  },

  'an entry in the menu of a message brings its line, and which message it is about': async (harness) => {
    const { events, id, author, place } = await meet(harness)
    await harness.chooseAction('direct', id, 'Resummarize this day')
    const action = await arrived(events, 'action')
    const [message] = messages(events)
    expect(action).toMatchObject({ action: '/open {day}', about: { id, sentAt: message?.sentAt } })
    expect(action).toMatchObject({ author: { id: author.id }, place: { address: place.address } })
  },

  'suggestions are shown as given, as many as may be': async (harness) => {
    const { author, place } = await meet(harness)
    const person = { platform: place.platform, tenant: place.tenant, platformUserId: author.id }
    const asked = [
      { command: 'find', argument: 'words', text: 'lunch' },
      { command: 'open', argument: 'day', text: 'last' },
    ]
    for (const { command, argument, text } of asked) {
      const given = await contractSuggest({ ...person, command, argument, text })
      expect(await harness.suggestions(command, argument, text)).toEqual(given.slice(0, 25))
    }
    expect(await harness.suggestions('find', 'words', 'nothing')).toEqual([])
  },
} satisfies Record<string, Run>

/** The person gives a command there; what of it reaches the inbox. */
async function given(harness: AdapterHarness, { events }: Listening, place: HarnessPlace): Promise<InboundMessage | InboundAction> {
  await harness.command(place, 'timezone')
  return vi.waitFor(() => {
    const [command] = commandsIn(events)
    if (!command) throw new Error('no command has arrived')
    return command
  }, patience)
}

async function answerTo(harness: AdapterHarness, { invocation }: InboundMessage | InboundAction, part: ReplyPart): Promise<void> {
  const { answer } = harness.adapter.sender
  if (!invocation || !answer) throw new Error('The command cannot be answered for its author alone.')
  await answer(invocation, part, key())
}
