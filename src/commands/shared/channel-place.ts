import type { Channel } from '../../channels/channel.ts'
import { findChannelOf } from '../../channels/find-channel.ts'
import { assertManager } from '../../channels/manage/managers.ts'
import type { CommandContext } from '../../conversation/deps.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { findPlaceById, type Place } from '../../threads/places.ts'
import type { CommandDeps } from './command.ts'

/** Returns the place of a command, which must be shared. Throws InputError. */
export function requireSharedPlace({ place }: Pick<CommandContext, 'place'>): Place {
  if (place.kind !== 'shared') throw new LocalizedInputError('channel.sharedOnly')
  return place
}

/** Returns the channel in which a command was given, whether it is on or off. Throws InputError. */
export async function requireChannel({ store }: CommandDeps, context: Pick<CommandContext, 'place'>): Promise<Channel> {
  const channel = await findChannelOf(store.db, requireSharedPlace(context).id)
  if (!channel) throw new LocalizedInputError('channel.neverOn')
  return channel
}

/** Throws InputError if a channel is off. */
export function assertOn({ isOn }: Channel): void {
  if (!isOn) throw new LocalizedInputError('channel.alreadyOff')
}

/**
 * Returns the channel in which a command was given, or that a button below an answer names, if the caller manages it. Throws InputError.
 */
export async function requireManagedChannel(deps: CommandDeps, context: CommandContext, named?: PlaceId): Promise<Channel> {
  const place = named === undefined ? requireSharedPlace(context) : await findPlaceById(deps.store.db, named)
  const channel = place && (await findChannelOf(deps.store.db, place.id))
  if (!place || !channel) throw new LocalizedInputError('channel.neverOn')
  await assertManager(deps, context, place)
  return channel
}
