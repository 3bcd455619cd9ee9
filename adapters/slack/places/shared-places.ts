import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import type { LogObstacle, SharedPlaces } from '../../../src/core/ports/shared-places.ts'
import { formatAddress, isDirectChannel, parseAddress } from '../address.ts'
import type { SlackReceiverOptions } from '../deps.ts'
import { askSlack } from '../errors.ts'
import { isFullMember, isWorkspaceAdmin, type SlackPerson } from '../person.ts'
import { createHistory } from './history.ts'
import { createWorkspace, type SlackChannel, type SlackWorkspace } from './workspace.ts'

/** Tells who manages and reads the channels of a workspace. A thread has the managers and readers of its channel. */
export function createSharedPlaces(options: SlackReceiverOptions): SharedPlaces {
  const workspace = createWorkspace(options.client)
  const loadIdentity = () => askSlack('auth.test', () => options.directory.loadIdentity())

  /** Full members can read every public channel of their workspace. Others can read only what they have joined. */
  async function canRead(channel: SlackChannel, userId: string, person: SlackPerson | undefined): Promise<boolean> {
    const { teamId } = await loadIdentity()
    if (channel.isPublic && person && isFullMember(teamId, person)) return true
    return (await workspace.listMembers(channel.id))?.has(userId) ?? false
  }

  return {
    deliveryHint: 'channel.hint.slack',

    async isManager(place, userId) {
      const [channel, person] = await Promise.all([findChannel(workspace, place), workspace.findUser(userId)])
      if (!channel || !person || person.deleted) return false
      const { teamId } = await loadIdentity()
      // Slack reports the managers of a channel only to apps of a whole organization. Its creator becomes one.
      if (!isWorkspaceAdmin(teamId, person) && channel.creator !== userId) return false
      // An administrator must not learn what a private channel says without having joined it.
      return canRead(channel, userId, person)
    },

    async isReader(place, userId) {
      const channel = await findChannel(workspace, place)
      if (!channel) return false
      return canRead(channel, userId, channel.isPublic ? await workspace.findUser(userId) : undefined)
    },

    async canAllRead(place, other) {
      const [here, there] = await Promise.all([findChannel(workspace, place), findChannel(workspace, other)])
      if (!here || !there) return false
      if (here.id === there.id) return true
      // People of another workspace may read a shared channel without being listed.
      if (here.isShared || (here.isPublic && !there.isPublic)) return false
      const [readers, members] = await Promise.all([workspace.listMembers(here.id), workspace.listMembers(there.id)])
      if (!readers?.size || !members) return false
      const { userId, teamId } = await loadIdentity()
      const absent = [...readers].filter((reader) => reader !== userId && !members.has(reader))
      if (absent.length === 0) return true
      if (!there.isPublic) return false
      const fullMembers = await workspace.listUsers((person) => isFullMember(teamId, person))
      return absent.every((reader) => fullMembers.has(reader))
    },

    findLogObstacle: (place) => findLogObstacle(workspace, place),

    async findPlaceNamed(_, name) {
      const [, linked] = /^<#([A-Z0-9]{2,30})(?:\|[^<>]*)?>$/.exec(name.trim()) ?? []
      const found = linked === undefined ? await findByName(workspace, name) : await workspace.findChannel(linked)
      return found && !isDirectChannel(found.id) ? formatAddress({ kind: 'shared', channel: found.id }) : undefined
    },

    ...createHistory(options),
  }
}

/** Returns the channel of a shared place, or of the thread that a place is. */
async function findChannel(workspace: SlackWorkspace, place: PlaceAddress): Promise<SlackChannel | undefined> {
  const address = parseAddress(place)
  return address.kind === 'shared' ? workspace.findChannel(address.channel) : undefined
}

/** Only the channels that the bot is a member of are searched. In all others, it has nothing to read. */
async function findByName(workspace: SlackWorkspace, text: string): Promise<SlackChannel | undefined> {
  const wanted = text.trim().replace(/^#/, '').normalize('NFC').toLowerCase()
  if (wanted === '') return undefined
  return (await workspace.listOwnChannels()).find(({ name }) => name?.normalize('NFC').toLowerCase() === wanted)
}

/** Slack delivers the messages of the channels that the bot is in, if the app has the scope of their kind. */
async function findLogObstacle(workspace: SlackWorkspace, place: PlaceAddress): Promise<LogObstacle | undefined> {
  const scopes = await workspace.loadScopes()
  const lacks = (scope: string) => scopes.length > 0 && !scopes.includes(scope)
  // Without these scopes, Slack does not tell of what kind a channel is.
  if (lacks('channels:read') || lacks('groups:read')) return 'not-delivered'
  const channel = await findChannel(workspace, place)
  if (!channel || channel.isBotMember === false) return 'no-access'
  return lacks(findHistoryScope(channel)) ? 'not-delivered' : undefined
}

function findHistoryScope({ isPublic, isGroupConversation }: SlackChannel): string {
  if (isGroupConversation) return 'mpim:history'
  return isPublic ? 'channels:history' : 'groups:history'
}
