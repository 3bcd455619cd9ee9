import { PlatformError } from '../../src/core/errors.ts'
import type { Invocation } from '../../src/core/ids.ts'
import { addressOf, type ChatAddress, parseAddress } from './address.ts'

/** A command in a group: who gave it, and what shows Telegram that an answer for them alone was asked for. */
export interface GivenCommand {
  readonly chat: ChatAddress
  readonly personId: number
  /** They pressed a button. */
  readonly pressId?: string
  /** They sent it so that only the bot sees it. */
  readonly ephemeralId?: number
}

/** Written "<chat> <person>", and then " press:<id>" or " ephemeral:<id>". */
export function invocationOf({ chat, personId, pressId, ephemeralId }: GivenCommand): Invocation {
  const proof = pressId !== undefined ? [`press:${pressId}`] : ephemeralId !== undefined ? [`ephemeral:${ephemeralId}`] : []
  return [addressOf(chat), personId, ...proof].join(' ') as Invocation
}

/** Throws PlatformError('rejected') for an invocation that this adapter did not make. */
export function parseInvocation(invocation: Invocation): GivenCommand {
  const [, address, person, proof, id] = /^(\S+) (\d+)(?: (press|ephemeral):(\S+))?$/.exec(invocation) ?? []
  if (address === undefined) throw new PlatformError('rejected', 'This is not a command that was given on Telegram.')
  return {
    chat: parseAddress(address as ReturnType<typeof addressOf>),
    personId: Number(person),
    ...(proof === 'press' && id !== undefined && { pressId: id }),
    ...(proof === 'ephemeral' && { ephemeralId: Number(id) }),
  }
}
