import { z } from 'zod'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { Invocation } from '../../src/core/domain/ids.ts'
import { parseJson } from '../kit/parse-json.ts'

/** Where a command was given, and by whom: enough to answer privately. */
export interface SlackInvocation {
  readonly channel: string
  readonly user: string
  readonly threadTs?: string
  /** Valid for half an hour and five answers, even where the bot is not a member. */
  readonly responseUrl?: string
}

const StoredInvocation = z.object({ c: z.string(), u: z.string(), t: z.string().optional(), r: z.string().optional() })

export function formatInvocation({ channel, user, threadTs, responseUrl }: SlackInvocation): Invocation {
  return JSON.stringify({ c: channel, u: user, t: threadTs, r: responseUrl }) as Invocation
}

/** Throws PlatformError('rejected') for an invocation that this adapter did not create. */
export function parseInvocation(invocation: Invocation): SlackInvocation {
  const parsed = StoredInvocation.safeParse(parseJson(invocation))
  if (!parsed.success) throw new PlatformError('rejected', 'This is not the address of a Slack command.')
  const { c: channel, u: user, t: threadTs, r: responseUrl } = parsed.data
  return { channel, user, ...(threadTs !== undefined && { threadTs }), ...(responseUrl !== undefined && { responseUrl }) }
}
