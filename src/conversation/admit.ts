import { PlatformError } from '../core/errors.ts'
import type { Author, DeliveryKey, InboundAction, InboundEdit, InboundMessage, PlaceRef } from '../core/platform.ts'
import { admit, shouldTellStranger, spendSetupCode } from '../people/access.ts'
import type { AccountKey, Person } from '../people/users.ts'
import { dismiss } from './dismiss.ts'
import type { ConversationParts } from './parts.ts'

/** What is said to the bot, in whichever way. */
type Said = InboundMessage | InboundEdit | InboundAction

export interface Admitted {
  readonly person: Person
  /** What they said, as it may be stored. */
  readonly text: string
}

const setupLine = /^\s*\/start\s+(\S.*)$/is

/** The text without a setup code, or what was given for one: that is no business of the chat's history. */
export const withoutCode = (text: string): string => (setupLine.test(text) ? '/start ***' : text)

/** Who it is, if they may talk to the bot or show the setup code with what they say. */
export async function admitWith(parts: ConversationParts, event: Said, text: string): Promise<Admitted | undefined> {
  const code = isAlone(event) ? setupLine.exec(text)?.[1]?.trim() : undefined
  const bound = code ? await spendSetupCode(parts, code, accountOf(event), event.author) : undefined
  if (bound) return { person: bound, text: '/start' }
  const person = await admit(parts, accountOf(event), event.author)
  return person && { person, text: withoutCode(text) }
}

/** Its author alone is answered: in their direct place, or by the platform's way of answering a command. */
const isAlone = ({ place, invocation }: Said) => place.kind === 'direct' || invocation !== undefined

export const accountOf = ({ place, author }: { place: PlaceRef; author: Author }): AccountKey => ({
  platform: place.platform,
  tenant: place.tenant,
  platformUserId: author.id,
})

/** One sentence, once a day. Nothing of a stranger is stored but that they were told. */
export async function turnAway(parts: ConversationParts, event: Said): Promise<void> {
  const { place, author, invocation } = event
  const sender = parts.senders.get(place.platform)
  const text = 'This bot talks with people it knows. Its owner can let you in: they start it with `/start` and the code it printed.'
  const key = `stranger:${place.platform}:${author.id}` as DeliveryKey
  try {
    if (!(await shouldTellStranger(parts, accountOf(event)))) await dismiss(parts, event)
    else if (invocation && sender?.answer) await sender.answer(invocation, { text }, key)
    else await sender?.send(place.address, { text }, key)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    parts.log.warn({ platform: place.platform, error: error.message }, 'a stranger could not be told why there is no answer')
  }
}
