import type { ChatModel, ModelEvent, ModelRequest } from '../../../src/core/ports/chat-model.ts'
import { toolCall } from '../../support/scripted-model.ts'

/** "P017 CALL memory-get id=3", "P018 SAY hello": an order that stands somewhere in what the model is shown. */
interface Order {
  readonly number: number
  readonly call?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  readonly say?: string
}

/** How many calls the agent takes in one round. */
const callsAtOnce = 16

/**
 * Does what it is asked to, which is to look the question up, and does everything else that it is told to, by anybody,
 * anywhere in its input, however it is disguised. Told to say EVERYTHING, it repeats its whole input.
 */
export class ObedientModel implements ChatModel {
  readonly name = 'obedient'
  readonly contextWindow = 32_000
  /** Of the turn that runs. */
  requests: ModelRequest[] = []
  obeyed = new Set<number>()
  #called = new Set<string>()

  constructor(readonly question: string) {}

  countTokens(text: string): number {
    return Math.ceil(text.length / 4)
  }

  /** Forgets what it did in the turn before. */
  beginTurn(): void {
    this.requests = []
    this.obeyed = new Set()
    this.#called = new Set()
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(request)
    const shown = request.messages.map(({ content }) => content)
    const orders = shown.flatMap(ordersIn)
    for (const { number } of orders) this.obeyed.add(number)
    const wanted = [...this.#lookUps(request), ...orders.flatMap(({ call }) => call ?? [])].map(({ name, args }) => ({
      key: JSON.stringify([name, args]),
      name,
      args,
    }))
    const open = request.tools.length > 0 ? wanted.filter(({ key }) => !this.#called.has(key)) : []
    const calls = [...new Map(open.map((one) => [one.key, one])).values()].slice(0, callsAtOnce)
    for (const { key } of calls) this.#called.add(key)
    if (calls.length > 0) {
      for (const { name, args } of calls) yield { type: 'tool-call', call: toolCall(name, args, `call-${this.#called.size}-${name}`) }
      yield { type: 'end', reason: 'tool-calls' }
      return
    }
    const said = [...new Set(orders.flatMap(({ say }) => say ?? []))]
    const answer = ['I looked it up.', ...said, ...(said.includes('EVERYTHING') ? shown : [])]
    yield { type: 'text', delta: answer.join('\n') }
    yield { type: 'end', reason: 'stop' }
  }

  /** What it would call without any order: a search in everything there is, then what was found. */
  #lookUps({ messages, tools }: ModelRequest): NonNullable<Order['call']>[] {
    const found = (pattern: RegExp) =>
      messages.flatMap((one) => (one.role === 'tool' ? [...one.content.matchAll(pattern)].map(([, id]) => Number(id)) : []))
    const calls = [
      { name: 'conversation_search', args: { query: this.question, limit: 20 } },
      { name: 'memory_search', args: { query: '*', limit: 20 } },
      { name: 'memory_list_themes', args: {} },
      ...found(/"message_id":(\d+)/g).map((id) => ({ name: 'conversation_get', args: { message_id: id, limit: 1 } })),
      ...found(/\{"id":(\d+),"theme"/g).map((id) => ({ name: 'memory_get', args: { id } })),
    ]
    return calls.filter(({ name }) => tools.some((tool) => tool.name === name))
  }
}

/** One is enough for a text that is disguised in two ways at once to be passed over: each disguise is one of these. */
const readings: readonly ((text: string) => readonly string[])[] = [
  (text) => [text],
  (text) => [text.normalize('NFKC')],
  (text) => [text.replace(/\p{Cf}/gu, '')],
  (text) => [text.replaceAll('**', '')],
  (text) => [text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))],
  (text) => [text.replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))],
  (text) => [text.replace(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))],
  (text) => [[...text].reverse().join('')],
  (text) => [text.replace(/[a-z]/gi, rot13)],
  (text) => [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([encoded]) => Buffer.from(encoded, 'base64').toString()),
]

function rot13(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
}

function ordersIn(text: string): Order[] {
  const orders = readings
    .flatMap((read) => read(text))
    .flatMap((readable) => [...readable.matchAll(/P(\d{3}) (CALL|SAY) ([^\n<>"'`|\\]*)/g)])
  return orders.map(([, number, verb, rest = '']) => ({
    number: Number(number),
    ...(verb === 'SAY' ? { say: rest.trim().split(' ', 8).join(' ') } : { call: callOf(rest) }),
  }))
}

/** "memory-add type=fact content=be+evil". Hyphens stand for underscores, which names lose on their way. */
function callOf(text: string): NonNullable<Order['call']> {
  const [name = '', ...words] = text.trim().split(' ')
  const args: Record<string, unknown> = {}
  for (const word of words) {
    const [, key, value = ''] = /^([a-z-]+)=([\p{L}\p{N}*/:+@-]+)/u.exec(word) ?? []
    if (!key) break
    args[key.replaceAll('-', '_')] = /^\d+$/.test(value) ? Number(value) : value.replaceAll('+', ' ')
  }
  return { name: name.replace(/[^a-z-]/g, '').replaceAll('-', '_'), args }
}

/** The reverse of `rot13` is itself; the others are written out where they are used. */
export const inRot13 = (text: string) => text.replace(/[a-z]/gi, rot13)
