import type { Clock } from '../../src/core/clock.ts'
import { PlatformError } from '../../src/core/errors.ts'
import type { Invocation } from '../../src/core/ids.ts'
import { timeOfSnowflake } from './address.ts'

/** What an interaction is answered by. https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages */
export interface DiscordInvocation {
  readonly interactionId: string
  readonly applicationId: string
  readonly token: string
  /** Seen by the one who gave the command alone. Fixed when the answer was deferred. */
  readonly privately: boolean
}

/** Milliseconds for which Discord takes answers to an interaction. */
const goodForMs = 15 * 60_000

export function invocationOf({ interactionId, applicationId, token, privately }: DiscordInvocation): Invocation {
  return [privately ? 'private' : 'open', applicationId, interactionId, token].join(' ') as Invocation
}

/** Throws PlatformError: 'rejected' for what this adapter did not make, 'unreachable' when it is too old to be answered. */
export function parseInvocation(clock: Clock, invocation: Invocation): DiscordInvocation {
  const [, seenBy, applicationId, interactionId, token] = /^(private|open) (\d{1,20}) (\d{1,20}) (\S+)$/.exec(invocation) ?? []
  if (applicationId === undefined || interactionId === undefined || token === undefined)
    throw new PlatformError('rejected', 'This is not an interaction of Discord.')
  if (clock.now().getTime() - timeOfSnowflake(interactionId).getTime() >= goodForMs)
    throw new PlatformError('unreachable', 'Discord takes answers to an interaction for 15 minutes, and this one is older.')
  return { interactionId, applicationId, token, privately: seenBy === 'private' }
}
