import type { MessageId, PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type {
  Author,
  InboundAction,
  InboundDeletion,
  InboundEdit,
  InboundMessage,
  PlaceRef,
  ReferencedMessage,
  ReplyPart,
} from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { Store } from '../../src/store/store.ts'
import { type Edit, isLine, type Line, type PlaceName, type Said, script } from './script.ts'

/** What a platform knows of a message. */
interface Posted {
  readonly id: PlatformMessageId
  readonly place: PlaceRef
  readonly author: ReferencedMessage['author']
  readonly text: string
  readonly buttons: ReplyPart['buttons']
  readonly sentAt: Date
}

/** Reports the script as the adapters of the platforms do. */
export interface Platforms {
  readonly adapters: readonly PlatformAdapter[]
  /** What should have been posted, and was not. */
  readonly problems: readonly string[]
  /** Returns the events of a line, in order. */
  report(line: Line): Promise<InboundMessage[]>
  reportEdit(edit: Edit): Promise<InboundEdit>
  /** Returns a deletion, or where the platform reports none, the command that the person gives instead. */
  reportDeletion(id: string, at: string): Promise<InboundDeletion | InboundMessage>
  /** Returns a command that Ada gives. */
  command(text: string, at: string, place: PlaceName): InboundMessage
  /** Presses the first button of what the bot posted last. */
  press(at: Date): InboundAction
  /** Remembers what the bot posted as the reply to a line. */
  noteReply(line: Line): void
}

const names = { ada: 'Ada Brandt', ben: 'Ben Okafor', carla: 'Carla Reyes' } as const
export const adaName = names.ada
const botName = 'Throughline'
const slackTeam = 'T0FIELDWORKS'
const channel = 'C0LAUNCH'

/** Slack's ids have a tenant. */
export const tenantOf = (platform: string): string => (platform === 'slack' ? slackTeam : '')

const directAddress = (person: string): PlaceAddress => `direct:${person}` as PlaceAddress

const lines = new Map(script.filter(isLine).map((line) => [line.id, line]))

function findLine(id: string): Line {
  const line = lines.get(id)
  if (!line) throw new Error(`The script has no line "${id}".`)
  return line
}

/** On Slack, each thread of a channel is a place of its own, named after the message that it began with. */
function placeOf({ place, by, id, inThread, thread }: Line): PlaceRef {
  if (place !== 'group') return { platform: place, tenant: tenantOf(place), address: directAddress(by), kind: 'direct' }
  const root = thread ?? (inThread ? id : undefined)
  const address = root === undefined ? channel : `${channel}/${root}`
  return { platform: 'slack', tenant: slackTeam, address: address as PlaceAddress, kind: 'shared', title: '#launch' }
}

const authorOf = ({ by, place }: Pick<Line, 'by' | 'place'>): Author => ({
  id: by,
  name: names[by],
  isBot: false,
  // Slack alone reports these.
  ...(['slack', 'group'].includes(place) && { timezone: 'Europe/Berlin', locale: 'en-GB' }),
})

export function createPlatforms(store: Store, now: () => Date): Platforms {
  const posted: Posted[] = []
  /** The ids of the bot's replies, by the lines that they answer. */
  const replies = new Map<string, PlatformMessageId>()
  const problems: string[] = []
  let order = 0
  let lastByBot: Posted | undefined

  const adapters = ['telegram', 'discord', 'slack', 'web'].map(
    (name): PlatformAdapter => ({
      name,
      receiver: { start: async () => {}, stop: async () => {} },
      sender: {
        maxLength: 100_000,
        async send(address, { text, buttons }) {
          const kind = address.startsWith('direct:') ? 'direct' : 'shared'
          const place: PlaceRef = { platform: name, tenant: tenantOf(name), address, kind }
          const id = `sent-${++order}` as PlatformMessageId
          lastByBot = { id, place, author: { id: 'bot', name: botName }, text, buttons, sentAt: now() }
          posted.push(lastByBot)
          return id
        },
        async edit(_, id, { text }) {
          const index = posted.findIndex((one) => one.id === id)
          const before = posted[index]
          if (before) posted[index] = { ...before, text }
        },
        directAddress,
        async loadThread(address, before, limit) {
          const [, root] = address.split('/')
          return name === 'slack' && root !== undefined ? loadThread(root, address, before).slice(-limit) : undefined
        },
      },
    }),
  )

  /** Returns the earlier messages of a thread in order: those to the bot and its replies, and those of others. */
  function loadThread(root: string, address: PlaceAddress, before: PlatformMessageId): ReferencedMessage[] {
    const asked = findLine(before)
    const inside = [...lines.values()].filter((line) => (line.thread ?? line.id) === root && new Date(line.at) <= new Date(asked.at))
    const others = inside.flatMap(({ id, at, inThread = [] }) =>
      inThread.map((said, index) => ({
        ...toSaid('thread', said),
        id: `${id}:${index}` as PlatformMessageId,
        sentAt: new Date(new Date(at).getTime() - (inThread.length - index) * 20_000),
      })),
    )
    const seen = posted
      .filter(({ id, place }) => id !== before && (place.address === address || id === root))
      .map(({ id, author, text, sentAt }) => ({ kind: 'thread' as const, id, author, text, sentAt }))
    return [...others, ...seen].sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
  }

  const toSaid = (kind: ReferencedMessage['kind'], { author, text }: Said): ReferencedMessage => ({
    kind,
    author: { id: author.toLowerCase().replace(/\W+/g, '-'), name: author },
    text,
  })

  function toEvent(line: Line): InboundMessage {
    const event: InboundMessage = {
      type: 'message',
      place: placeOf(line),
      id: line.id as PlatformMessageId,
      order: BigInt(++order),
      author: authorOf(line),
      text: line.text,
      addressed: line.addressed ?? true,
      sentAt: new Date(line.at),
    }
    const { id, place, author, text, sentAt } = event
    const index = posted.findIndex((one) => one.id === id)
    const post: Posted = { id, place, author: { id: author.id, name: author.name }, text, buttons: [], sentAt }
    posted.splice(index === -1 ? posted.length : index, 1, post)
    return event
  }

  async function report(line: Line): Promise<InboundMessage[]> {
    const replied = line.repliesTo === undefined ? {} : await findReplied(line, line.repliesTo)
    const event = { ...toEvent(line), ...replied }
    const { quotes, forwards, place, thread, inThread } = line
    if (quotes) {
      if (place !== 'telegram') throw new Error(`${line.id}: only Telegram lets people quote a message of another chat.`)
      return [{ ...event, refersTo: [{ ...toSaid('quote', quotes), author: { name: quotes.author } }] }]
    }
    if (forwards) return reportForward(event, forwards)
    return [thread !== undefined || inThread ? { ...event, replyTo: (thread ?? `${line.id}:0`) as PlatformMessageId } : event]
  }

  /**
   * A forward is a message of its own on Telegram, after the words of whoever forwards it, and on Discord, before them. On Slack, it comes with
   * them.
   */
  function reportForward(event: InboundMessage, { author, text }: Said): InboundMessage[] {
    const { platform } = event.place
    const named = { name: platform === 'telegram' ? author : '' }
    const forward: InboundMessage = {
      ...event,
      id: `${event.id}:forward` as PlatformMessageId,
      order: BigInt(++order),
      text,
      refersTo: [{ kind: 'forward', author: named, text: '' }],
    }
    if (platform === 'telegram') return [event, forward]
    if (platform === 'discord') return [forward, { ...event, order: BigInt(++order) }]
    return [{ ...event, refersTo: [{ kind: 'forward', author: { name: author }, text }] }]
  }

  /** Returns what a platform sends along of the message replied to. The web page sends the number of the message, wherever it was posted. */
  async function findReplied(
    { place, quotedPart }: Pick<Line, 'place' | 'quotedPart'>,
    repliesTo: string,
  ): Promise<Pick<InboundMessage, 'replyTo' | 'replyToMessage' | 'refersTo'>> {
    const id = await findRepliedId(repliesTo)
    if (id === undefined) return {}
    if (place === 'web') return { replyToMessage: await findMessageId(id) }
    const found = posted.find((one) => one.id === id)
    if (!found || found.place.platform !== place)
      throw new Error(`${repliesTo} was not posted on ${place}, so it cannot be replied to there.`)
    if (!['telegram', 'discord'].includes(place)) throw new Error(`Nobody can reply to ${repliesTo} on ${place}.`)
    const { author, text, sentAt } = found
    const reply: ReferencedMessage = { kind: 'reply', id, author, text, sentAt }
    return { replyTo: id, refersTo: quotedPart === undefined ? [reply] : [{ ...reply, kind: 'quote', text: quotedPart }, reply] }
  }

  /** Returns the platform's id of a line, of the reply to a line, or of the digest of a day. Undefined if the digest was not posted. */
  async function findRepliedId(repliesTo: string): Promise<PlatformMessageId | undefined> {
    const [, kind, name = repliesTo] = /^(reply|digest):(.+)$/.exec(repliesTo) ?? []
    if (kind === undefined) return name as PlatformMessageId
    if (kind === 'reply') return replies.get(name)
    const digest = await findDigest(name)
    if (digest === undefined) problems.push(`the digest of ${name} was not posted`)
    return digest
  }

  async function findDigest(day: string): Promise<PlatformMessageId | undefined> {
    const [digest] = await store.db.$queryRaw<{ id: PlatformMessageId }[]>`
      SELECT d.platform_message_id AS id FROM digests g JOIN day_segments s ON s.id = g.segment_id JOIN deliveries d ON d.message_id = g.message_id
      WHERE s.day_label = ${day}`
    return digest?.id
  }

  async function findMessageId(id: PlatformMessageId): Promise<MessageId> {
    const delivery = await store.db.delivery.findFirst({ where: { platformMessageId: id } })
    const found = delivery?.messageId ?? (await store.db.message.findFirstOrThrow({ where: { platformMessageId: id } })).id
    return found as MessageId
  }

  const command = (text: string, at: string, place: PlaceName): InboundMessage =>
    toEvent({ id: `command-${++order}`, at, by: 'ada', place, text })

  return {
    adapters,
    problems,
    report,
    command,
    async reportEdit({ id, text, at }) {
      const line = findLine(id)
      const { type: _, ...said } = toEvent({ ...line, text })
      return { ...said, type: 'edit', editedAt: new Date(at) }
    },
    async reportDeletion(id, at) {
      const line = findLine(id)
      const place = placeOf(line)
      if (place.platform === 'slack' || place.platform === 'discord') return { type: 'deletion', place, id: id as PlatformMessageId }
      if (line.place === 'web') return command(`/forget message #${await findMessageId(id as PlatformMessageId)}`, at, 'web')
      return { ...command('/forget', at, line.place), ...(await findReplied(line, id)) }
    },
    press(at) {
      const [button] = lastByBot?.buttons ?? []
      if (!lastByBot || !button) throw new Error(`The bot posted no button, but: ${lastByBot?.text}`)
      const { place } = lastByBot
      const id = `press-${++order}` as PlatformMessageId
      return {
        type: 'action',
        place,
        id,
        order: BigInt(order),
        author: authorOf({ by: 'ada', place: 'telegram' }),
        action: button.action,
        sentAt: at,
      }
    },
    noteReply(line) {
      // A notice may follow the text of the reply.
      const isReply = ({ author, text }: Posted) => author.id === 'bot' && text.startsWith(line.reply ?? '')
      const reply = posted.findLast(isReply)
      if (!reply) {
        problems.push(`the bot did not answer ${line.id}, but posted "${posted.findLast(({ author }) => author.id === 'bot')?.text}"`)
        return
      }
      replies.set(line.id, reply.id)
    },
  }
}
