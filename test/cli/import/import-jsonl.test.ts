import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runImport, type TerminalIo } from '../../../src/cli/import/import-jsonl.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { testPerson } from '../../support/conversation.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testStore } from '../../support/store.ts'

/** A terminal that nobody watches, and what was written on it. */
function paper(): TerminalIo & { read(): { out: string; err: string } } {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const text = (stream: PassThrough) => String(stream.read() ?? '')
  return { out: out as never, err: err as never, read: () => ({ out: text(out), err: text(err) }) }
}

async function fileOf(...lines: readonly (object | string)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'messages.jsonl')
  await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

function partsOf(store: Store) {
  const queued: unknown[] = []
  const jobs = { add: async (...job: unknown[]) => void queued.push(job) }
  const deps = privacyDeps({ store, clock: new TestClock(), jobs: jobs as never, broadcast: createLocalBroadcast(silentLog) })
  return { ...deps, defaultTimezone: 'Europe/Paris', queued }
}

const stored = (store: Store) =>
  store.db.message.findMany({ orderBy: [{ sentAt: 'asc' }, { id: 'asc' }], include: { segment: true, place: true } })

const line = (sentAt: string, text: string, more: object = {}) => ({ sentAt, role: 'user', text, ...more })

describe('importing JSONL', () => {
  test('gives a reply the day of what it answers, and what the assistant begins later its own', async () => {
    const store = await testStore()
    await testPerson(store, { name: 'Ines', timezone: 'UTC' })
    const reply = (sentAt: string, text: string) => ({ sentAt, role: 'assistant', text })
    const file = await fileOf(
      line('2026-03-01T23:59:00Z', 'a question'),
      reply('2026-03-02T00:01:00Z', 'its answer'),
      reply('2026-03-02T00:02:00Z', 'the rest of it'),
      ...['04:00', '06:00', '09:00'].map((time) => reply(`2026-03-02T${time}:00Z`, 'a reminder')),
    )
    await runImport(partsOf(store), { file, user: 'ines' }, paper())
    expect((await stored(store)).map(({ text, segment }) => [text, segment.dayLabel])).toEqual([
      ['a question', '2026-03-01'],
      ['its answer', '2026-03-01'],
      ['the rest of it', '2026-03-01'],
      ...Array.from({ length: 3 }, () => ['a reminder', '2026-03-02']),
    ])
  })

  test('puts messages into past days of the thread of a user, named in any case', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'Ines', timezone: 'America/New_York' })
    const file = await fileOf(
      line('2026-03-01T03:30:00Z', 'late at night', { author: 'Ines' }),
      { sentAt: '2026-03-01T00:31:00-05:00', role: 'assistant', text: 'good night' },
      line('2026-03-02T12:00:00Z', 'the next day', { externalId: 'x-7' }),
    )
    const [parts, terminal] = [partsOf(store), paper()]
    expect(await runImport(parts, { file, user: 'ines' }, terminal)).toBe(0)
    expect(terminal.read()).toEqual({ out: '3 messages imported, 0 already present.\n', err: '' })
    expect(await stored(store)).toMatchObject([
      {
        text: 'late at night',
        role: 'user',
        authorName: 'Ines',
        kind: 'chat',
        audience: 'private',
        pending: false,
        segment: { dayLabel: '2026-02-28' },
        place: { platform: 'import' },
      },
      { text: 'good night', role: 'assistant', segment: { dayLabel: '2026-02-28' } },
      { text: 'the next day', platformMessageId: 'x-7', segment: { dayLabel: '2026-03-02' } },
    ])
    expect(parts.queued).toEqual([['index-thread', { threadId: person.threadId }]])
  })

  test('again changes nothing, and equal lines stay as many as they are', async () => {
    const store = await testStore()
    const twice = line('2026-03-01T10:00:00Z', 'same')
    const file = await fileOf(twice, twice, line('2026-03-01T10:01:00Z', 'other'))
    await testPerson(store, { name: 'Ines' })
    const terminal = paper()
    for (const expected of ['3 messages imported, 0 already present', '0 messages imported, 3 already present']) {
      expect(await runImport(partsOf(store), { file, user: 'Ines' }, terminal)).toBe(0)
      expect(terminal.read().out).toContain(expected)
    }
    expect(await stored(store)).toHaveLength(3)
  })

  test('goes on where it was broken off', async () => {
    const store = await testStore()
    await testPerson(store, { name: 'Ines' })
    const lines = Array.from({ length: 1_300 }, (_, n) => line(new Date(Date.UTC(2026, 2, 1, 0, n)).toISOString(), `line ${n}`))
    await runImport(partsOf(store), { file: await fileOf(...lines.slice(0, 700)), user: 'Ines' }, paper())
    const terminal = paper()
    await runImport(partsOf(store), { file: await fileOf(...lines), user: 'Ines' }, terminal)
    expect(terminal.read().out).toBe('600 messages imported, 700 already present.\n')
    expect((await stored(store)).map(({ text }) => text)).toEqual(lines.map(({ text }) => text))
  })

  test('names each line that does not fit by its number, and imports the others', async () => {
    const store = await testStore()
    await testPerson(store, { name: 'Ines' })
    const file = await fileOf(
      `\uFEFF${JSON.stringify(line('2026-03-01T10:00:00Z', 'first'))}`,
      'not json',
      '',
      '[]',
      line('yesterday', 'when?'),
      { ...line('2026-03-01T10:00:00Z', 'who?'), role: 'robot' },
      line('2026-03-01T10:00:00Z', '  '),
      line('2030-01-01T10:00:00Z', 'to come'),
      line('2026-03-01T10:05:00Z', 'last'),
    )
    const terminal = paper()
    expect(await runImport(partsOf(store), { file, user: 'Ines' }, terminal)).toBe(65)
    const { out, err } = terminal.read()
    expect(out).toBe('2 messages imported, 0 already present, 6 lines skipped.\n')
    expect(
      err
        .trim()
        .split('\n')
        .map((problem) => problem.slice(file.length + 2)),
    ).toEqual([
      'line 2: it must be a JSON object such as {"sentAt":"2026-03-01T09:30:00Z","role":"user","text":"Hello"}.',
      'line 4: it must be a JSON object such as {"sentAt":"2026-03-01T09:30:00Z","role":"user","text":"Hello"}.',
      'line 5: "sentAt" must be a time such as 2026-03-01T09:30:00Z.',
      'line 6: "role" must be user or assistant.',
      'line 7: "text" must be some text.',
      'line 8: "sentAt" is in the future; only past messages can be imported.',
    ])
    expect((await stored(store)).map(({ text }) => text)).toEqual(['first', 'last'])
  })

  test('without a name, it is the local owner who gets them', async () => {
    const store = await testStore()
    const file = await fileOf(line('2026-03-01T10:00:00Z', 'mine'))
    expect(await runImport(partsOf(store), { file }, paper())).toBe(0)
    expect(await store.db.continuousThread.findMany({ include: { user: true } })).toMatchObject([{ user: { isLocal: true } }])
  })

  test('a file or a user that is not there is said in a sentence, and nothing is stored', async () => {
    const store = await testStore()
    await testPerson(store, { name: 'Ines' })
    await testPerson(store, { name: 'Tom' })
    await testPerson(store, { name: 'TOM' })
    const file = await fileOf(line('2026-03-01T10:00:00Z', 'x'))
    for (const [what, message] of [
      [{ file: join(file, 'nowhere') }, /cannot be read/],
      [{ file: tmpdir() }, /not a file/],
      [{ file, user: 'Nobody' }, /no user called "Nobody".*Ines/],
      [{ file, user: 'Tom' }, /Several users/],
    ] as const) {
      const refused = runImport(partsOf(store), what, paper())
      await expect(refused).rejects.toThrow(InputError)
      await expect(refused).rejects.toThrow(message)
    }
    expect(await stored(store)).toEqual([])
  })
})
