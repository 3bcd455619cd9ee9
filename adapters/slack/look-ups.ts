import type { Clock } from '../../src/core/clock.ts'
import type { Log } from '../../src/core/log.ts'
import type { Author, PlaceRef } from '../../src/core/platform.ts'
import { addressOf, platformName, type SlackAddress } from './address.ts'
import type { Directory, FoundMessage, Identity, Person } from './directory.ts'
import { describeError, isPassing, LateAnswer } from './errors.ts'
import { mentionedChannels, mentionedPeople, toMarkdown } from './to-markdown.ts'

export interface LookUpParts {
  readonly me: Identity
  readonly directory: Directory
  readonly clock: Clock
  readonly log: Log
}

/** How long Slack is waited for, in ms: it wants its acknowledgement within three seconds. */
const lookUpMs = 1_000

export async function placeOf(parts: LookUpParts, address: SlackAddress): Promise<PlaceRef> {
  const title = address.kind === 'shared' ? await inTime(parts, parts.directory.channelName(address.channel)) : undefined
  return {
    platform: platformName,
    tenant: parts.me.teamId,
    address: addressOf(address),
    kind: address.kind,
    ...(title !== undefined && { title: `#${title}` }),
  }
}

/** A person with what Slack knows of them; with their id alone when it does not say so in time. */
export async function personOf(parts: LookUpParts, userId: string): Promise<Author> {
  const found: Person = (await inTime(parts, parts.directory.person(userId))) ?? { name: userId, isBot: false }
  return { id: userId, ...found }
}

/** What somebody wrote, in Markdown, with the names of those it mentions. */
export async function readable(parts: LookUpParts, mrkdwn: string): Promise<string> {
  const people = new Map<string, string>()
  const channels = new Map<string, string>()
  await Promise.all([
    ...mentionedPeople(mrkdwn).map(async (id) => {
      const person = await inTime(parts, parts.directory.person(id))
      if (person) people.set(id, person.name)
    }),
    ...mentionedChannels(mrkdwn).map(async (id) => {
      const name = await inTime(parts, parts.directory.channelName(id))
      if (name !== undefined) channels.set(id, name)
    }),
  ])
  return toMarkdown(mrkdwn, { person: (id) => people.get(id), channel: (id) => channels.get(id) })
}

/**
 * A message that is there, or undefined when Slack does not tell of it. Rejects when it may tell the next time: without this a
 * message would be taken for one that is not to the bot, so what brought it has to be delivered again.
 */
export async function messageAt(parts: LookUpParts, channel: string, ts: string): Promise<FoundMessage | undefined> {
  try {
    return await waitedFor(parts.clock, parts.directory.message(channel, ts))
  } catch (error) {
    if (isPassing(error)) throw new Error(`Slack: conversations.replies ${describeError(error)}`)
    parts.log.debug({ reason: describeError(error) }, 'Slack does not say which thread a message is in')
    return undefined
  }
}

/** What was looked up, or undefined when that failed or took too long. */
async function inTime<T>({ clock, log }: LookUpParts, lookUp: Promise<T>): Promise<T | undefined> {
  try {
    return await waitedFor(clock, lookUp)
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'Slack could not be asked for a name')
    return undefined
  }
}

/** What was looked up. Rejects as the look-up does, or with LateAnswer; the look-up goes on, for whoever asks next. */
async function waitedFor<T>(clock: Clock, lookUp: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = clock.sleep(lookUpMs, done.signal).then(() => 'late' as const)
  const first = await Promise.race([lookUp.then((found) => ({ found })).finally(() => done.abort()), late])
  if (first === 'late') throw new LateAnswer('Slack did not answer in time')
  return first.found
}
