import { randomUUID } from 'node:crypto'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { createUser } from '../../../src/people/users.ts'
import { readableOf } from '../../adapters/web/readable.ts'
import { idle, type RunningBot } from '../../support/bot.ts'
import type { PersonFacts, Stage } from '../../support/stages/stage.ts'

/** What somebody saw of the bot: a message, with the labels of its buttons. */
export interface Sight {
  readonly text: string
  readonly buttons: readonly string[]
}

/** Somebody who uses the bot on one platform, and what they do and see there. */
export interface Walker {
  readonly name: string
  readonly platform: string
  /** Everything that they saw and did so far, as lines for a person to read. */
  readonly diary: readonly string[]
  /** Everything of the bot that they saw. */
  readonly seen: readonly Sight[]
  /** Writes a message or a command line, and returns what the bot says then. */
  write(line: string): Promise<Sight>
  press(label: string): Promise<Sight>
  /** Looks at what came without being asked for. */
  look(): Promise<readonly Sight[]>
}

/** What differs between the platforms. */
interface Client {
  readonly platform: string
  shown(): Promise<readonly (Sight & { readonly id: string })[]>
  write(line: string): Promise<unknown>
  press(label: string): Promise<unknown>
}

export function chatWalker(bot: RunningBot, stage: Stage, name: string, facts: PersonFacts): Walker {
  const by = stage.person(name, facts)
  return walkerOf(bot, name, {
    platform: stage.name,
    shown: async () => stage.shown(by),
    async write(line) {
      const [, command, rest = ''] = /^\/(\w+) ?(.*)$/.exec(line) ?? []
      if (command === undefined) stage.say({ by, text: line })
      else stage.command({ by, name: command, args: rest === '' ? {} : { [argumentNames[command] ?? command]: rest } })
    },
    press: async (label) => stage.press(by, label),
  })
}

/** The names of arguments of commands, which Discord asks for. */
const argumentNames: Readonly<Record<string, string>> = { find: 'words', summary: 'day', digest: 'setting' }

/** Somebody whose browser prefers a language. They sign in, and write in the box of the page. */
export async function pageWalker(
  bot: RunningBot,
  name: string,
  language: string,
): Promise<Walker & { read(path: string): Promise<string> }> {
  const { app, clock, url = '' } = bot
  const { store, random } = app
  const userId = await store.transaction((tx) => createUser(tx, name, clock.now()))
  const { token } = await createSignInLink({ store, clock, random }, userId)
  const browser = { 'accept-language': language, origin: url, 'user-agent': 'test' }
  const signedIn = await fetch(`${url}/sign-in/${token}`, { method: 'POST', headers: browser, redirect: 'manual' })
  const headers = { ...browser, cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', 'content-type': 'application/json' }
  const read = async (path: string) => (await fetch(url + path, { headers: { ...headers, accept: 'text/html' } })).text()
  const post = async (body: object) => {
    const message = JSON.stringify({ id: randomUUID(), ...body })
    const { status } = await fetch(`${url}/continuous/add-message/`, { method: 'POST', headers, body: message })
    if (status !== 202) throw new Error(`The page refused ${message} with ${status}.`)
  }
  const readMessages = async () => {
    const answer = await fetch(`${url}/continuous/messages/?since=0`, { headers })
    const { messages } = (await answer.json()) as { messages: { id: number; html: string }[] }
    return messages
      .filter(({ html }) => !/class="message (?:user|command)[ "]/.test(html))
      .map(({ id, html }) => ({ id: String(id), ...readableOf(html) }))
  }
  const walker = walkerOf(bot, name, {
    platform: 'page',
    shown: readMessages,
    write: (line) => post({ text: line }),
    press: async (label) => {
      const pressed = (await readMessages()).findLast(({ buttons }) => buttons.includes(label))
      await post({ action: pressed?.actions.get(label) })
    },
  })
  return { ...walker, read }
}

function walkerOf(bot: RunningBot, name: string, client: Client): Walker {
  const diary: string[] = []
  const seen: Sight[] = []
  const known = new Set<string>()
  const look = async () => {
    const fresh = (await client.shown()).filter(({ id, text }) => text !== '' && !known.has(id))
    for (const { id, text, buttons } of fresh) {
      known.add(id)
      seen.push({ text, buttons })
      diary.push([text, ...(buttons.length > 0 ? [buttons.map((label) => `[${label}]`).join(' ')] : [])].join('\n'))
    }
    return fresh
  }
  /** The first answer may come before the last: those to a command and to a question about the timezone. */
  const answerTo = async (line: string, act: () => Promise<unknown>): Promise<Sight> => {
    await look()
    diary.push(`> ${line}`)
    await act()
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if ((await client.shown()).every(({ id }) => known.has(id))) continue
      await idle(bot)
      const answers = await look()
      if (answers.length > 0)
        return { text: answers.map(({ text }) => text).join('\n'), buttons: answers.flatMap(({ buttons }) => buttons) }
    }
    throw new Error(`${name} on ${client.platform}: nothing came after "${line}".`)
  }
  return {
    name,
    platform: client.platform,
    diary,
    seen,
    look,
    write: (line) => answerTo(line, () => client.write(line)),
    press: (label) => answerTo(`[${label}]`, () => client.press(label)),
  }
}
