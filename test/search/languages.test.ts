import { readdirSync, readFileSync } from 'node:fs'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { followLanguage } from '../../src/conversation/receive/receive.ts'
import type { MessageId } from '../../src/core/domain/ids.ts'
import { findUserById } from '../../src/people/users.ts'
import { searchConversation } from '../../src/search/search.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps } from './support.ts'

interface Question {
  readonly ask: string
  /** The messages that answer it. */
  readonly expected: readonly string[]
}

/** What a person wrote over eight weeks, and what they ask at the end. Times are local. */
interface LanguageSet {
  readonly language: string
  readonly locale: string
  readonly today: string
  readonly timezone: string
  readonly messages: readonly { readonly id: string; readonly at: string; readonly text: string }[]
  readonly questions: readonly Question[]
  /** Questions that name a day or a period. */
  readonly dates: readonly Question[]
}

const folder = new URL('./languages/', import.meta.url)
const sets = readdirSync(folder).map((name): LanguageSet => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))

const resultsRead = 10
/** The share of the questions whose answer must be among the results read. */
const minFound = 0.9

test.each(sets.map((set) => [set.language, set] as const))(
  'a new user who writes in %s finds what they wrote',
  { timeout: 120_000 },
  async (_, set) => {
    const { ask, failed } = await prepare(set)
    const missed = await failed(set.questions)
    expect(missed.length, `not found:\n${missed.join('\n')}`).toBeLessThanOrEqual(set.questions.length * (1 - minFound))
    for (const { ask: question, expected } of set.dates)
      expect(await ask(question), question).toEqual(expect.arrayContaining([...expected]))
  },
)

async function prepare({ locale, timezone, messages, today }: LanguageSet) {
  const store = await testStore()
  const person = await testPerson(store, { locale, timezone })
  const ids = new Map<MessageId, string>()
  const at = (time: string) => DateTime.fromISO(time, { zone: timezone }).toJSDate()
  for (const message of messages) ids.set(await write(person, message.text, at(message.at)), message.id)
  const deps = searchDeps(store, at(`${today}T12:00:00`).toISOString())
  const ask = async (query: string): Promise<string[]> => {
    const { results } = await searchConversation(deps, privately(person), { query, limit: resultsRead })
    return results.flatMap((result) => (result.kind === 'message' ? [ids.get(result.message_id as MessageId) ?? ''] : []))
  }
  return {
    ask,
    /** Returns the questions without an answer, with what was found instead. */
    async failed(questions: readonly Question[]): Promise<string[]> {
      const missed: string[] = []
      for (const { ask: question, expected } of questions) {
        const found = await ask(question)
        if (!expected.some((id) => found.includes(id))) missed.push(`${question}: ${found.join(' ')}, expected ${expected.join(' or ')}`)
      }
      return missed
    },
  }

  async function write(writer: TestPerson, text: string, sentAt: Date): Promise<MessageId> {
    const { id } = await writer.say(text, sentAt)
    const user = await findUserById(store.db, writer.userId)
    await followLanguage(store.db, user!, text)
    return id
  }
}
