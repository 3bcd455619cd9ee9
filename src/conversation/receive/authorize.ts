import { PlatformError } from '../../core/domain/errors.ts'
import type { Author, DeliveryKey, InboundAction, InboundEdit, InboundMessage, PlaceRef } from '../../core/ports/platform.ts'
import { authorizeAuthor, consumeSetupCode } from '../../people/access.ts'
import type { AccountKey, UserAccount } from '../../people/users.ts'
import type { ConversationDeps } from '../deps.ts'
import { dismiss } from './dismiss.ts'
import { linkCodeIn, redeemLinkCode } from './link-code.ts'
import { startPairing } from './pairing.ts'

/** What is said to the bot, in whichever way. */
type InboundRequest = InboundMessage | InboundEdit | InboundAction

export interface AuthorizedCaller {
  readonly person: UserAccount
  /** What they said, as it may be stored. */
  readonly text: string
}

const setupLine = /^\s*\/start\s+(?!link-)(\S.*)$/is

/** The text without a setup code, or what was given for one: that is no business of the chat's history. */
const withoutSetupCode = (text: string): string => (setupLine.test(text) ? '/start ***' : text)

/** The same without one that links accounts, which is needed until the command is answered. */
export const withoutCode = (text: string): string => (linkCodeIn(text) ? '/link ***' : withoutSetupCode(text))

/** Who it is, if they may talk to the bot or show the setup code with what they say. Else they are answered as is due to them. */
export async function authorize(deps: ConversationDeps, event: InboundRequest, text: string): Promise<AuthorizedCaller | undefined> {
  const code = isAlone(event) && !event.author.isBot ? setupLine.exec(text)?.[1]?.trim() : undefined
  const bound = code ? await consumeSetupCode(deps, code, accountOf(event), event.author) : undefined
  if (bound) return { person: bound, text: '/start' }
  const person = await authorizeAuthor(deps, accountOf(event), event.author)
  if (person === 'stranger') await rejectStranger(deps, event)
  else if (person === 'ignored') await dismiss(deps, event)
  else return { person, text: withoutSetupCode(text) }
  return undefined
}

/** Its author alone is answered: in their direct place, or by the platform's way of answering a command. */
const isAlone = ({ place, invocation }: InboundRequest) => place.kind === 'direct' || invocation !== undefined

export const accountOf = ({ place, author }: { place: PlaceRef; author: Author }): AccountKey => ({
  platform: place.platform,
  tenant: place.tenant,
  platformUserId: author.id,
})

async function rejectStranger(deps: ConversationDeps, event: InboundRequest): Promise<void> {
  const { place, author, invocation } = event
  const sender = deps.senders.get(place.platform)
  const text = (await redeemLinkCode(deps, accountOf(event), event)) ?? (await startPairing(deps, accountOf(event), event))
  const key = `stranger:${place.platform}:${author.id}:${event.id}` as DeliveryKey
  try {
    if (!text) await dismiss(deps, event)
    else if (invocation && sender?.answer) await sender.answer(invocation, { text }, key)
    else await sender?.send(place.address, { text }, key)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    deps.log.warn({ platform: place.platform, error: error.message }, 'a stranger could not be told why there is no answer')
  }
}
