import { PlatformError } from '../../src/core/domain/errors.ts'
import type { Invocation } from '../../src/core/domain/ids.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { dateFromSnowflake } from './address.ts'

/** How an interaction is answered. https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages */
export interface DiscordInvocation {
  readonly interactionId: string
  readonly applicationId: string
  readonly token: string
  /** Whether only the caller sees the answer. Fixed when the response was deferred. */
  readonly isPrivate: boolean
}

/** How long Discord accepts answers to an interaction, in ms. */
const invocationLifetimeMs = 15 * 60_000

export function formatInvocation({ interactionId, applicationId, token, isPrivate }: DiscordInvocation): Invocation {
  return [isPrivate ? 'private' : 'open', applicationId, interactionId, token].join(' ') as Invocation
}

/** Throws PlatformError: 'rejected' for an invocation that this adapter did not create, 'unreachable' once it has expired. */
export function parseInvocation(clock: Clock, invocation: Invocation): DiscordInvocation {
  const [, visibility, applicationId, interactionId, token] = /^(private|open) (\d{1,20}) (\d{1,20}) (\S+)$/.exec(invocation) ?? []
  if (applicationId === undefined || interactionId === undefined || token === undefined)
    throw new PlatformError('rejected', 'This is not the address of a Discord interaction.')
  if (clock.now().getTime() - dateFromSnowflake(interactionId).getTime() >= invocationLifetimeMs)
    throw new PlatformError('unreachable', 'Discord accepts answers to an interaction for 15 minutes, and this one is older.')
  return { interactionId, applicationId, token, isPrivate: visibility === 'private' }
}
