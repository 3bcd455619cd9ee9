import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { personalData } from '../../../src/app.ts'
import type { UserId } from '../../../src/core/domain/ids.ts'
import type { DaySpan } from '../../../src/core/ports/personal-data.ts'
import { loadColumns, toFieldName } from '../../../src/privacy/export/column-types.ts'
import { exportFormats } from '../../../src/privacy/export/file-formats.ts'
import { buildSections } from '../../../src/privacy/export/sections.ts'
import type { Store } from '../../../src/store/store.ts'
import { storedRows } from '../../e2e/attacks/rows.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { plant, type Said } from '../planted.ts'

const data = personalData

async function exported(
  store: Store,
  userId: UserId,
  { format = 'json', span = {} }: { format?: 'json' | 'markdown'; span?: DaySpan } = {},
) {
  const pieces: string[] = []
  const parts = { store, personalData: data, defaultTimezone: 'UTC' }
  for await (const piece of exportFormats[format].write(parts, { userId, span })) pieces.push(piece)
  return pieces.join('')
}

/** Something in every field, with a word that stands nowhere else. */
function secretsOf(name: string): { readonly history: readonly Said[]; readonly words: readonly string[] } {
  const words: string[] = []
  const hide = (what: string) => {
    words.push(`sesame${name}${what}`)
    return `sesame${name}${what}`
  }
  const one = (at: string, more: Partial<Said> = {}): Said => ({
    text: hide(`text${at}`),
    answer: hide(`answer${at}`),
    at: new Date(`2026-01-0${at}T12:00:00Z`),
    place: 'direct',
    fate: 'kept',
    ...more,
  })
  const history = [
    one('5', {
      file: { name: hide('file'), content: Buffer.from(hide('content')), transcript: hide('transcript') },
      remembered: { content: hide('fact'), theme: hide('theme') },
      emoji: hide('emoji'),
      tool: hide('tool'),
      summary: hide('summary'),
    }),
    one('6', { place: 'shared' }),
    one('7', { place: 'other', fate: 'edited' }),
  ]
  return { history, words }
}

describe('an export', () => {
  test('holds every word of the person that is stored, and none of anybody else', async () => {
    const store = await testStore()
    const [mine, theirs] = [secretsOf('mine'), secretsOf('theirs')]
    const { userId } = await plant(store, 'Ines', mine.history)
    await plant(store, 'Omar', theirs.history)
    const stored = (await storedRows(store)).map(({ text }) => text).join('\n')
    for (const word of [...mine.words, ...theirs.words]) expect(stored).toContain(word)

    const json = await exported(store, userId)
    const content = Buffer.from(JSON.parse(json).attachments[0].content, 'base64').toString()
    const shown = `${json}\n${content}`
    expect(mine.words.filter((word) => !shown.includes(word))).toEqual([])
    expect(theirs.words.filter((word) => shown.includes(word))).toEqual([])
    const markdown = await exported(store, userId, { format: 'markdown' })
    for (const kind of ['text5', 'answer6', 'file', 'fact', 'theme', 'summary']) expect(markdown).toContain(`sesamemine${kind}`)
    for (const both of [json, markdown]) for (const other of ['theirs', 'Omar', 'hash of', 'claimer of']) expect(both).not.toContain(other)
  })

  test('is one JSON document with a row a line, the same each time', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', secretsOf('mine').history)
    const json = await exported(store, userId)
    expect(await exported(store, userId)).toBe(json)
    expect(JSON.parse(json)).toMatchObject({
      format: 'throughline-export',
      version: 5,
      person: [{ id: userId, name: 'Ines', timezone: 'Europe/Paris' }],
      days: [{ dayLabel: '2026-01-05' }, { dayLabel: '2026-01-06' }, { dayLabel: '2026-01-07' }],
      webSessions: [{ createdAt: '2026-02-01T10:00:00.123Z' }, {}],
    })
    for (const line of json.split('\n').filter((each) => each.startsWith('{"id"'))) JSON.parse(line.replace(/,$/, ''))
  })

  test('of some days has what belongs to them, and what belongs to none whole', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', secretsOf('mine').history)
    const span = { from: '2026-01-06', to: '2026-01-06' } as DaySpan
    for (const format of ['json', 'markdown'] as const) {
      const text = await exported(store, userId, { format, span })
      expect(text).toContain('sesameminetext6')
      expect(text).toContain('sesameminefact')
      for (const other of ['text5', 'text7', 'sesameminesummary', 'sesameminefile']) expect(text).not.toContain(other)
    }
    const open = await exported(store, userId, { span: { from: '2026-01-06' } as DaySpan })
    expect(JSON.parse(open).messages).toHaveLength(4)
  })

  test('of somebody who has said nothing is short, and valid', async () => {
    const store = await testStore()
    const { userId } = await testPerson(store, { name: 'Ines' })
    expect(JSON.parse(await exported(store, userId))).toMatchObject({ person: [{ name: 'Ines' }], messages: [] })
    expect(await exported(store, userId, { format: 'markdown' })).toContain('# The conversation of Ines')
  })

  test('is read a page at a time, however long it is', async () => {
    const store = await testStore()
    const { userId, threadId } = await plant(store, 'Ines', secretsOf('mine').history)
    await store.db.$executeRaw`
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
      SELECT ${threadId}, m.segment_id, m.place_id, m.audience, 'user', 'chat', 'one of many', m.sent_at + n * '1 second'::interval, 1000 + n
      FROM messages m, generate_series(1, 3000) n WHERE m.id = (SELECT min(id) FROM messages)`
    for (const format of ['json', 'markdown'] as const) {
      let reads = 0
      const db = new Proxy(store.db, {
        get(target, property) {
          if (property === '$queryRaw') reads++
          return Reflect.get(target, property)
        },
      })
      let messages = 0
      let readBefore = 0
      const parts = { store: { ...store, db }, personalData: data, defaultTimezone: 'UTC' }
      for await (const piece of exportFormats[format].write(parts, { userId })) {
        if (!piece.includes('one of many')) continue
        messages++
        if (messages === 10) readBefore = reads
      }
      expect(messages).toBe(3000)
      // Whoever has been given ten of them has had no more read than some hundreds.
      expect(reads - readBefore).toBeGreaterThanOrEqual(5)
    }
  })
})

describe('the Markdown of an export', () => {
  test('is headings of days and themes alone, whatever was said', async () => {
    const store = await testStore()
    const tricky = 'Title\n===\n# Not a heading\r\n## Nor this\r> quoted\u2028# still not\n```\n# code'
    const said = { text: tricky, answer: tricky, at: new Date('2026-01-05T12:00:00Z'), place: 'direct', fate: 'kept' } as const
    const { userId } = await plant(store, '# Ines *', [
      {
        ...said,
        remembered: { content: tricky, theme: '# Theme' },
        summary: '## Summary',
        file: { name: '# f', content: new Uint8Array([1]) },
      },
      { ...said, at: new Date('2026-01-05T12:01:00Z'), fate: 'deleted' },
    ])
    const lines = (await exported(store, userId, { format: 'markdown' })).split('\n')
    expect(lines.filter((line) => /^#/.test(line))).toEqual([
      '# The conversation of # Ines',
      '## Monday 5 January 2026',
      '### Summary of the day',
      '### Messages',
      '## Memories',
      '### # Theme',
    ])
    expect(lines.filter((line) => /^(={3}|```|Title)/.test(line))).toEqual([])
    expect(lines).toContain('> # Not a heading')
    expect(lines).toContain('*deleted*')
  })

  test('has headings and days in the language of its user', async () => {
    const store = await testStore()
    const said = { text: 'Hallo', answer: 'Hallo', at: new Date('2026-01-05T12:00:00Z'), place: 'direct', fate: 'kept' } as const
    const { userId } = await plant(store, 'Anja', [
      { ...said, remembered: { content: 'Vegetarierin', theme: 'Essen' }, summary: 'x', file: { name: 'a', content: new Uint8Array([1]) } },
      { ...said, at: new Date('2026-01-05T12:01:00Z'), fate: 'deleted' },
    ])
    await store.db.user.update({ where: { id: userId }, data: { language: 'de' } })
    const lines = (await exported(store, userId, { format: 'markdown' })).split('\n')
    expect(lines.filter((line) => /^(?:#|- |\*|> \*)/.test(line) && !/^\*\*/.test(line))).toEqual([
      '# Das Gespräch von Anja',
      '- Zeitzone: Europe/Paris',
      '- Sprache: de',
      '- Tägliche Zusammenfassung: on',
      '## Montag, 5. Januar 2026',
      '### Zusammenfassung des Tages',
      '### Nachrichten',
      '> *Zitat*, Somebody',
      '- Datei: a',
      '*gelöscht*',
      '## Erinnerungen',
      '### Essen',
      '> *Tatsache*',
    ])
  })
})

test('docs/export.md lists every section with its fields and their types', async () => {
  const store = await testStore()
  const docs = await readFile(new URL('../../../docs/export.md', import.meta.url), 'utf8')
  const rows = buildSections(data, await loadColumns(store.db)).map(({ section, fields }) => {
    const listed = fields.map(({ name, type, isNullable }) => `\`${toFieldName(name)}\` ${type.label}${isNullable ? '?' : ''}`)
    return `| \`${section}\` | ${listed.join(', ')} |`
  })
  expect(docs.split('\n').filter((line) => rows.includes(line))).toEqual(rows)
})
