import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Author, PlaceRef } from '../../../src/core/ports/platform.ts'
import { formatAddress, platformName, type SlackAddress } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import type { SlackMessageInfo, SlackUser } from '../directory.ts'
import { describeError, isTransient, SlackTimeoutError } from '../errors.ts'
import { findMentionedChannels, findMentionedUsers, toMarkdown } from '../format/to-markdown.ts'

/** Timeout of a lookup in ms: Slack expects its acknowledgement within three seconds. */
const lookupTimeoutMs = 1_000

export async function loadPlaceRef(deps: SlackDeps, address: SlackAddress): Promise<PlaceRef> {
  const title = address.kind === 'shared' ? await tryLookup(deps, deps.directory.loadChannelName(address.channel)) : undefined
  return {
    platform: platformName,
    tenant: deps.me.teamId,
    address: formatAddress(address),
    kind: address.kind,
    ...(title !== undefined && { title: `#${title}` }),
  }
}

/** The dependencies of looking up users and channels. */
export type SlackLookupDeps = Pick<SlackDeps, 'directory' | 'clock' | 'log'>

/** Loads a user. If Slack fails or is too slow, returns the user as last known, or else with only the id. */
export async function loadAuthor(deps: SlackLookupDeps, userId: string): Promise<Author> {
  const { directory } = deps
  const user: SlackUser = (await tryLookup(deps, directory.loadUser(userId))) ??
    directory.getLastKnownUser(userId) ?? { name: userId, isBot: false }
  return { id: userId, ...user }
}

/** Converts a user's text to Markdown, with the names of mentioned users and channels. */
export async function toReadableMarkdown(deps: SlackLookupDeps, mrkdwn: string): Promise<string> {
  const userNames = new Map<string, string>()
  const channelNames = new Map<string, string>()
  await Promise.all([
    ...findMentionedUsers(mrkdwn).map(async (id) => {
      const person = await tryLookup(deps, deps.directory.loadUser(id))
      if (person) userNames.set(id, person.name)
    }),
    ...findMentionedChannels(mrkdwn).map(async (id) => {
      const name = await tryLookup(deps, deps.directory.loadChannelName(id))
      if (name !== undefined) channelNames.set(id, name)
    }),
  ])
  return toMarkdown(mrkdwn, { person: (id) => userNames.get(id), channel: (id) => channelNames.get(id) })
}

/**
 * Returns a message, or undefined if Slack does not have it. Rejects if Slack may return it next time. Otherwise a message to the bot
 * would not be recognized, so its event must be delivered again.
 */
export async function findMessage(deps: SlackDeps, channel: string, ts: string): Promise<SlackMessageInfo | undefined> {
  try {
    return await withLookupTimeout(deps.clock, deps.directory.loadMessage(channel, ts))
  } catch (error) {
    if (isTransient(error)) throw new Error(`Slack: conversations.replies ${describeError(error)}`)
    deps.log.debug({ reason: describeError(error) }, 'The thread of a Slack message could not be looked up')
    return undefined
  }
}

/** Returns the result of a lookup, or undefined if it failed or took too long. */
async function tryLookup<T>({ clock, log }: SlackLookupDeps, lookUp: Promise<T>): Promise<T | undefined> {
  try {
    return await withLookupTimeout(clock, lookUp)
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'A name could not be looked up on Slack')
    return undefined
  }
}

/** Waits for a lookup. Rejects if the lookup does, or with a timeout error. After a timeout, the lookup continues for later callers. */
async function withLookupTimeout<T>(clock: Clock, lookUp: Promise<T>): Promise<T> {
  const timeoutController = new AbortController()
  const timeout = clock.sleep(lookupTimeoutMs, timeoutController.signal).then(() => 'late' as const)
  const first = await Promise.race([lookUp.then((found) => ({ found })).finally(() => timeoutController.abort()), timeout])
  if (first === 'late') throw new SlackTimeoutError('Slack did not answer in time')
  return first.found
}
