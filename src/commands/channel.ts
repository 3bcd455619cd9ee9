import { findChannelOf } from '../channels/find-channel.ts'
import { announceChange } from '../channels/manage/announce.ts'
import { countLog, isOptedOut } from '../channels/manage/channel-state.ts'
import { startHistory } from '../channels/manage/history.ts'
import { askPlatform, assertManager, findAccountIn } from '../channels/manage/managers.ts'
import { optIn, optOut } from '../channels/manage/opt-out.ts'
import { switchChannelOff, switchChannelOn } from '../channels/manage/switch-channel.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { plainName, platformInWords } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { SharedPlaces } from '../core/ports/shared-places.ts'
import type { Tx } from '../store/store.ts'
import { changeRelated, changeTimezone, eraseLog, keepLog } from './channel-settings.ts'
import { requireChannel, requireManagedChannel, requireSharedPlace } from './shared/channel-place.ts'
import type { Command, CommandDeps } from './shared/command.ts'

/** Does what one word after /channel asks for. `value` is what follows it. Throws InputError. */
type ChannelAction = (deps: CommandDeps, context: CommandContext, value: string) => Promise<CommandAnswer>

const actions: Readonly<Record<string, ChannelAction>> = {
  on: switchOn,
  off: switchOff,
  erase: eraseLog,
  keep: keepLog,
  timezone: changeTimezone,
  related: changeRelated,
  optout: leaveLog,
  optin: joinLog,
}

export const channel: Command = {
  declaration: {
    name: 'channel',
    help: 'channel.help',
    arguments: [
      { name: 'action', kind: 'choice', required: false, help: 'channel.action', choices: Object.keys(actions) },
      { name: 'value', kind: 'text', required: false, help: 'channel.value' },
    ],
  },
  run: (deps, context, args) => (actions[args['action'] ?? ''] ?? describeChannel)(deps, context, args['value'] ?? ''),
}

/** How much of what was said before is logged when a channel is switched on. */
const firstHistoryDays = 7

async function switchOn(deps: CommandDeps, context: CommandContext): Promise<CommandAnswer> {
  const { store, clock, sharedPlaces } = deps
  const { user, timezone, translate } = context
  const place = requireSharedPlace(context)
  const platform = sharedPlaces.get(place.platform)
  if (!platform) throw new LocalizedInputError('channel.unsupported', { platform: platformInWords(place.platform) })
  await assertManager(deps, context, place)
  await assertLoggable(platform, context)
  const placeId = place.id
  const now = clock.now()
  // What was said while it was off is never read.
  const days = platform.loadHistory && !(await findChannelOf(store.db, placeId)) ? firstHistoryDays : 0
  // The name that they have here. They may be known elsewhere by another one.
  const command = await store.db.message.findUnique({ where: { id: context.messageId }, select: { authorName: true } })
  const isNew = await announceChange(
    deps,
    async (tx) => {
      if (!(await switchChannelOn(tx, { placeId, managerId: user.id, timezone, language: user.language, now }))) return undefined
      if (days > 0) await startHistory(tx, { placeId, since: new Date(context.now.getTime() - days * 86_400_000), now: context.now })
      return findChannelOf(tx, placeId)
    },
    (write) => write('channel.announcement', { name: plainName(command?.authorName ?? '') || platformInWords(place.platform), days }),
  )
  return { text: translate(isNew ? 'channel.on' : 'channel.alreadyOn') }
}

/** Throws InputError if the platform keeps messages of the place from the bot. */
async function assertLoggable(sharedPlaces: SharedPlaces, { place, translate }: CommandContext): Promise<void> {
  const platform = platformInWords(place.platform)
  const obstacle = await askPlatform(sharedPlaces.findLogObstacle(place.address))
  if (obstacle === 'unknown') throw new LocalizedInputError('channel.managersUnknown', { platform })
  const { deliveryHint: hint } = sharedPlaces
  if (obstacle === 'no-access') throw new LocalizedInputError('channel.noAccess', { platform })
  if (obstacle) throw new LocalizedInputError('channel.notDelivered', { platform, remedy: hint ? translate(hint) : '' })
}

async function switchOff(deps: CommandDeps, context: CommandContext): Promise<CommandAnswer> {
  const { translate } = context
  const managed = await requireManagedChannel(deps, context)
  if (!managed.isOn) return { text: translate('channel.alreadyOff') }
  const change = async (tx: Tx) => {
    await switchChannelOff(tx, managed)
    return managed
  }
  await announceChange(deps, change, (write) => write('channel.offNotice'))
  return { text: translate('channel.off') }
}

async function leaveLog(deps: CommandDeps, context: CommandContext): Promise<CommandAnswer> {
  const { channel, platformUserId } = await findAuthor(deps, context)
  await deps.store.transaction((tx) => optOut(tx, { channel, platformUserId, now: context.now }))
  return { text: context.translate('channel.optout') }
}

async function joinLog(deps: CommandDeps, context: CommandContext): Promise<CommandAnswer> {
  const { channel, platformUserId } = await findAuthor(deps, context)
  await deps.store.transaction((tx) => optIn(tx, { channel, platformUserId, now: context.now }))
  return { text: context.translate('channel.optin') }
}

async function findAuthor(deps: CommandDeps, context: CommandContext) {
  const channel = await requireChannel(deps, context)
  const platformUserId = await findAccountIn(deps.store.db, context.accountId, context.place)
  if (platformUserId === undefined) throw new LocalizedInputError('channel.sharedOnly')
  return { channel, platformUserId }
}

async function describeChannel(deps: CommandDeps, context: CommandContext): Promise<CommandAnswer> {
  const { channel, platformUserId } = await findAuthor(deps, context)
  const { db } = deps.store
  const { messages, summaries, keepDays } = await countLog(db, channel)
  const optedOut = (await isOptedOut(db, channel.placeId, platformUserId)) ? 'yes' : 'no'
  const { isOn, timezone } = channel
  const state = isOn ? 'on' : 'off'
  return { text: context.translate('channel.status', { state, messages, summaries, timezone, keep: keepDays ?? 0, optedOut }) }
}
