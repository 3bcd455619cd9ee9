import { confirmFirst } from '../../accounts/agree-to-link.ts'
import { notifyOwners } from '../../accounts/approve-access.ts'
import { declineLink, type LinkResponse } from '../../accounts/close-links.ts'
import { enterCode } from '../../accounts/enter-code.ts'
import { describeCodeEntry, type LinkMessage } from '../../accounts/link-texts.ts'
import { PlatformError } from '../../core/domain/errors.ts'
import { platformInWords } from '../../core/domain/text.ts'
import type { Author, DeliveryKey, InboundAction, InboundEdit, InboundMessage, PlaceRef } from '../../core/ports/platform.ts'
import type { Budget } from '../../core/ports/rate-limits.ts'
import { authorizeAuthor, claimUnapprovedNotice, consumeSetupCode, isSetupCodeValid } from '../../people/access.ts'
import { type AccessRequest, formatRequesterName, requestAccess } from '../../people/access-requests.ts'
import { type LinkId, parseLinkCode } from '../../people/link-codes.ts'
import type { AccountKey, UserAccount } from '../../people/users.ts'
import type { ConversationDeps } from '../deps.ts'

type InboundRequest = InboundMessage | InboundEdit | InboundAction

export interface AuthorizedCaller {
  readonly person: UserAccount
  /** The text without setup codes, so that it may be stored. */
  readonly text: string
}

const setupLine = /^\s*\/start\s+(?!link-)(\S.*)$/is

/** Matches "/link K7QF-2MXD", or what the bot's link sends in its place. */
const linkLine = /^\s*\/(?:start\s+link-|link\s+)(\S.*)$/is

const findLinkCode = (text: string): string | undefined => linkLine.exec(text)?.[1]?.trim()

/** What is stored instead of a right setup code of somebody who already is a user. */
export const unusedSetupCodeLine = '/start unused'

/** Removes a setup code, whether or not it is valid. */
const withoutSetupCode = (text: string): string => (setupLine.test(text) ? '/start ***' : text)

/** Removes setup codes and link codes. A link code must be kept until its command is answered. */
export const withoutCode = (text: string): string => (findLinkCode(text) ? '/link ***' : withoutSetupCode(text))

/**
 * Returns the caller if they may talk to the bot or have sent the setup code. Returns `rejected` if they were sent a notice instead, or
 * `ignored` if they were sent nothing.
 */
export async function authorize(
  deps: ConversationDeps,
  event: InboundRequest,
  text: string,
): Promise<AuthorizedCaller | 'rejected' | 'ignored'> {
  const code = isAnswerPrivate(event) && !event.author.isBot ? setupLine.exec(text)?.[1]?.trim() : undefined
  const owner = code ? await consumeSetupCode(deps, code, { key: accountOf(event), author: event.author }) : undefined
  if (owner) return { person: owner, text: '/start' }
  const person = await authorizeAuthor(deps, accountOf(event), event.author)
  if (person === 'stranger') return rejectStranger(deps, event, { hasWrongCode: code !== undefined })
  if (person === 'ignored') return 'ignored'
  const isUnused = code !== undefined && (await isSetupCodeValid(deps, code))
  return { person, text: isUnused ? unusedSetupCodeLine : withoutSetupCode(text) }
}

/** Whether only the author sees the answer: it is sent to a direct place, or the platform shows it as the answer to a command. */
const isAnswerPrivate = ({ place, invocation }: InboundRequest) => place.kind === 'direct' || invocation !== undefined

export const accountOf = ({ place, author }: { place: PlaceRef; author: Author }): AccountKey => ({
  platform: place.platform,
  tenant: place.tenant,
  platformUserId: author.id,
})

async function rejectStranger(
  deps: ConversationDeps,
  event: InboundRequest,
  { hasWrongCode }: { readonly hasWrongCode: boolean },
): Promise<'rejected' | 'ignored'> {
  const { place, author, invocation } = event
  const sender = deps.senders.get(place.platform)
  const answer =
    (await answerLinking(deps, event)) ?? (await answerWrongCode(deps, event, hasWrongCode)) ?? (await startPairing(deps, event))
  if (!answer) return 'ignored'
  const key = `stranger:${place.platform}:${author.id}:${event.id}` as DeliveryKey
  try {
    if (invocation && sender?.answer) await sender.answer(invocation, answer, key)
    else await sender?.send(place.address, answer, key)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    deps.log.warn({ platform: place.platform, error: error.message }, 'a notice to an unapproved sender was not sent')
  }
  return 'rejected'
}

/** How often a stranger is told that a setup code is wrong. After that, they get the same notices as any stranger. */
const wrongCodeBudget: Budget = { name: 'wrong-setup-codes', points: 5, perMs: 3_600_000 }

async function answerWrongCode(deps: ConversationDeps, event: InboundRequest, hasWrongCode: boolean): Promise<LinkMessage | undefined> {
  if (!hasWrongCode || (await deps.rateLimits.spend(wrongCodeBudget, JSON.stringify(accountOf(event)))) > 0) return undefined
  return {
    text: 'That setup code is wrong, already used, or replaced by a newer one: send `/start` followed by the code that the bot printed when it last started.',
  }
}

/** Matches the buttons below the question to a stranger who entered a link code. */
const linkAnswerLine = /^\/linking (agree|refuse) (\d{1,9})$/

/**
 * Returns the answer to a stranger who entered a link code, or confirmed or declined to be linked. Undefined if they did neither, entered
 * too many, or wrote in a shared place, in which case they get the same notice as any stranger. Stores nothing about them except who
 * entered the code.
 */
async function answerLinking(deps: ConversationDeps, event: InboundRequest): Promise<LinkMessage | undefined> {
  const { place, author } = event
  const line = 'action' in event ? event.action : event.text
  const [, answer, id] = linkAnswerLine.exec(line) ?? []
  if (answer && place.kind === 'direct') return answerLinkQuestion(deps, answer, { id: Number(id) as LinkId, account: accountOf(event) })
  const code = parseLinkCode(findLinkCode(line) ?? '')
  if (!code) return undefined
  const claimant = { ...accountOf(event), name: author.name, handle: author.handle ?? '', address: place.address }
  const isPrivate = place.kind === 'direct'
  const entered = await enterCode(deps, { claimant, code, isPrivate })
  return isPrivate && entered.outcome !== 'too many' ? describeCodeEntry(entered) : undefined
}

async function answerLinkQuestion(deps: ConversationDeps, answer: string, response: LinkResponse): Promise<LinkMessage | undefined> {
  if (answer === 'agree') return confirmFirst(deps, response)
  const text = await declineLink(deps, response)
  return text === undefined ? undefined : { text }
}

const introduction = 'This bot only talks with people it knows.'
const setupHint = 'If this is your own bot, send `/start` followed by the code that it printed when it started.'

/**
 * Returns the notice for a stranger. Undefined if they got one within the last day or were denied access. Stores nothing that they wrote.
 */
async function startPairing(deps: ConversationDeps, event: InboundRequest): Promise<LinkMessage | undefined> {
  const { place, author } = event
  const key = accountOf(event)
  // A command that the platform waits for is answered each time. The platform shows the answer in place of an error.
  const once = async (text: string) =>
    (await claimUnapprovedNotice(deps.store.db, key, deps.clock.now())) || event.invocation ? { text } : undefined
  if (deps.access === 'allowlist') return once(`${introduction} Its owner decides who they are. ${setupHint}`)
  if (place.kind === 'shared') return once(`${introduction} Send it a direct message to find out how to get access.`)

  const result = await requestAccess(deps, key, { name: author.name, address: place.address })
  switch (result.state) {
    case 'denied':
      return event.invocation ? { text: introduction } : undefined
    case 'full':
      return once(`${introduction} Too many people are waiting for access right now. Write again tomorrow.`)
    case 'waiting':
      return once(describePairing(result.request))
    case 'new':
      await notifyOwners(deps, describeAccessRequest(result.request))
      await claimUnapprovedNotice(deps.store.db, key, deps.clock.now())
      return { text: describePairing(result.request) }
  }
}

const describePairing = ({ code }: AccessRequest) =>
  `${introduction} Its owner can give you access: send them the code **${code}**, which they enter as \`/approve ${code}\`. The code is valid for 24 hours. Until you are approved, nothing you write is stored. ${setupHint}`

const describeAccessRequest = (request: AccessRequest) => ({
  text: `${formatRequesterName(request)} would like to talk with me on ${platformInWords(request.platform)}. Their code is **${request.code}**. Approve them only if they tell you the same code themselves. It is valid for 24 hours.`,
  buttons: [
    { label: 'Approve', action: `/approve ${request.code}` },
    { label: 'Deny', action: `/deny ${request.code}` },
  ],
})
