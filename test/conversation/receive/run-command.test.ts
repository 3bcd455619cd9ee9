import { describe, expect, test } from 'vitest'
import type { RunCommand } from '../../../src/conversation/deps.ts'
import { runCommand } from '../../../src/conversation/receive/run-command.ts'
import { recoverPendingWork } from '../../../src/conversation/recover.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { gate, type Harness, harness, rowsOf, running, type Talker, until } from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  /** The lines that were run, in order. */
  readonly lines: string[]
  readonly run: (command: Message, parts?: Harness['deps'], signal?: AbortSignal) => Promise<void>
}

/** Commands that answer with their own line, after what a test has them do. */
async function bench(command: RunCommand = async () => undefined): Promise<Bench> {
  const lines: string[] = []
  const h = await harness({
    async runCommand(context, line) {
      lines.push(line)
      return (await command(context, line)) ?? { text: `Ran ${line}` }
    },
  })
  return {
    ...h,
    lines,
    ada: await h.person(),
    run: (message, parts = h.deps, signal = running()) => runCommand(parts, message.id, signal),
  }
}

describe('the order of commands', () => {
  test('those of a person run in the order they were given, whichever is asked for', async () => {
    const b = await bench()
    await b.ada.writes('/one')
    await b.ada.writes('/two')
    await b.run(await b.ada.writes('/three'))
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Ran /one', 'Ran /two', 'Ran /three'])
  })

  /** /slow takes until it is let go. */
  async function slowly() {
    const door = gate()
    const b = await bench(async (_, line) => (line === '/slow' ? void (await door.opened) : undefined))
    const slow = await b.ada.writes('/slow')
    const ran = b.run(slow)
    await until(() => b.lines.length === 1)
    return {
      ...b,
      slow,
      async letGo() {
        door.open()
        await ran
      },
    }
  }

  test('one that comes while another runs is left to whoever runs it', async () => {
    const b = await slowly()
    await b.run(await b.ada.writes('/next'), b.another)
    expect(b.lines).toEqual(['/slow'])
    await b.letGo()
    expect(b.lines).toEqual(['/slow', '/next'])
  })

  test('/stop waits for nothing', async () => {
    const b = await slowly()
    await b.run(await b.ada.writes('/stop'), b.another)
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Ran /stop'])
    await b.letGo()
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Ran /stop', 'Ran /slow'])
  })

  test('nobody waits for the commands of another person', async () => {
    const b = await slowly()
    const bob = await b.person('bob')
    await b.run(await bob.writes('/quick'), b.another)
    expect(b.chat.screen(bob.direct.address)).toEqual(['Ran /quick'])
    await b.letGo()
  })

  test('one that is delivered twice at once runs once', async () => {
    const b = await slowly()
    await b.run(b.slow, b.another)
    await b.letGo()
    expect(b.lines).toEqual(['/slow'])
  })

  test.each(['/help', '/stop'])('%s that is delivered again runs no more', async (line) => {
    const b = await bench()
    const command = await b.ada.writes(line)
    await b.run(command)
    await b.run(command, b.another)
    expect(b.lines).toEqual([line])
    expect(b.chat.screen(b.ada.direct.address)).toEqual([`Ran ${line}`])
  })

  test('one whose name begins like /stop is a command like others', async () => {
    const b = await bench()
    await b.run(await b.ada.writes('/stopwatch'))
    expect(b.lines).toEqual(['/stopwatch'])
  })

  test('none is begun once the signal is aborted, and it stays pending', async () => {
    const stop = new AbortController()
    const b = await bench(async () => void stop.abort())
    const first = await b.ada.writes('/one')
    await b.ada.writes('/two')
    await b.run(first, b.deps, stop.signal)
    expect(b.lines).toEqual(['/one'])
    expect((await rowsOf(b, b.ada.threadId)).filter(({ pending }) => pending)).toMatchObject([{ text: '/two' }])
  })
})

describe('the answer to a command', () => {
  test('is no part of the conversation', async () => {
    const b = await bench()
    await b.run(await b.ada.writes('/help'))
    expect((await rowsOf(b, b.ada.threadId)).map(({ kind }) => kind).sort()).toEqual(['command', 'notice'])
  })

  test('comes after the command, also when the clock of the platform is ahead', async () => {
    const b = await bench()
    await b.run(await b.ada.writes('/help', { at: new Date(b.clock.now().getTime() + 90_000) }))
    expect((await rowsOf(b, b.ada.threadId)).map(({ kind }) => kind)).toEqual(['command', 'notice'])
  })

  test('is about the person’s own scope, with their timezone, also in a shared place', async () => {
    const contexts: object[] = []
    const b = await bench(async (context) => void contexts.push(context))
    const command = await b.ada.writes('/help', { place: sharedPlace('team') })
    await b.run(command)
    const { userId, threadId, accountId } = b.ada
    const scope = { userId, threadId, audience: 'private' }
    expect(contexts).toMatchObject([{ scope, accountId, timezone: 'Europe/Paris', messageId: command.id, place: { kind: 'shared' } }])
  })

  test('to one given in a shared place goes to the chat with the person alone', async () => {
    const b = await bench()
    await b.ada.say('Hello', b.clock.now())
    const place = sharedPlace('team')
    await b.run(await b.ada.writes('/find secrets', { place }))
    expect(b.chat.screen(place.address)).toEqual([])
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Ran /find secrets'])
  })

  test('is one sentence, and nothing of the person’s, where they have never written to the bot alone', async () => {
    const b = await bench()
    const bob = await b.person('bob')
    await bob.say('Hello', b.clock.now())
    const place = sharedPlace('team')
    await b.run(await b.ada.writes('/find secrets', { place }))
    expect(b.chat.screen(place.address)).toEqual(['I answer this command in private only. Send me a direct message first, then try again.'])
    expect(b.chat.calls).toHaveLength(1)
  })

  test('is the sentence that says what was wrong with it', async () => {
    const b = await bench(async () => {
      throw new InputError('There is no such day.')
    })
    await b.run(await b.ada.writes('/summary yesteryear'))
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['There is no such day.'])
  })

  test('says nothing of the inside when the command fails, and the next one runs', async () => {
    const b = await bench(async (_, line) => {
      if (line === '/broken') throw new Error('relation "messages" does not exist')
      return undefined
    })
    const broken = await b.ada.writes('/broken')
    await b.ada.writes('/help')
    await b.run(broken)
    expect(b.chat.screen(b.ada.direct.address)).toEqual([expect.stringMatching(/^Something went wrong on my side/), 'Ran /help'])
  })
})

describe('a command that waits for a model', () => {
  /** /resummarize waits at a door. What is run is written down. */
  async function waiting() {
    const door = gate()
    const ran: string[] = []
    const b = await harness({
      runCommand: async (_, line) => {
        if (line.startsWith('/resummarize')) await door.opened
        ran.push(line)
        return { text: `Done: ${line}` }
      },
    })
    return { b, door, ran, ada: await b.person('ada') }
  }

  test('keeps no other command waiting: they run, in order, while it waits', async () => {
    const { b, door, ran, ada } = await waiting()
    const slow = await ada.writes('/resummarize')
    const others = []
    for (const line of ['/forget today', '/block 7', '/unlink', '/link']) others.push(await ada.writes(line))
    expect(b.queued.filter(({ name }) => name.includes('command')).map(({ name }) => name)).toEqual([
      'run-slow-command',
      ...others.map(() => 'run-command'),
    ])
    const summarizing = runCommand(b.deps, slow.id, running())
    await runCommand(b.deps, others[0]!.id, running())
    expect(ran).toEqual(['/forget today', '/block 7', '/unlink', '/link'])
    // The sweep does not run it a second time meanwhile.
    b.queued.length = 0
    await recoverPendingWork(b.deps)
    expect(b.queued.filter(({ name }) => name.includes('command'))).toEqual([])
    door.open()
    await summarizing
    expect(ran.at(-1)).toBe('/resummarize')
    expect(b.chat.screen(ada.direct.address).at(-1)).toBe('Done: /resummarize')
  })

  test('is found by the sweep when its job was lost', async () => {
    const { b, door, ada } = await waiting()
    const { id } = await ada.writes('/resummarize yesterday')
    b.queued.length = 0
    await recoverPendingWork(b.deps)
    expect(b.queued).toContainEqual({ name: 'run-slow-command', payload: { messageId: id }, delayMs: 0 })
    door.open()
  })
})
