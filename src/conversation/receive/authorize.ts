import { confirmFirst } from '../../accounts/agree-to-link.ts'
import { notifyOwners } from '../../accounts/approve-access.ts'
import { declineLink } from '../../accounts/close-links.ts'
import { enterCode } from '../../accounts/enter-code.ts'
import { describeCodeEntry, type LinkMessage, type LinkNotice } from '../../accounts/link-texts.ts'
import { findChannelOf } from '../../channels/find-channel.ts'
import { isLogged, isLoggedAuthor } from '../../channels/log/find-logged-channel.ts'
import { PlatformError } from '../../core/domain/errors.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import { platformInWords } from '../../core/domain/text.ts'
import { type Translate, translatorOfLocale } from '../../core/messages/messages.ts'
import type { Author, DeliveryKey, InboundAction, InboundEdit, InboundMessage, PlaceRef } from '../../core/ports/platform.ts'
import type { Budget } from '../../core/ports/rate-limits.ts'
import { authorizeAuthor, claimUnapprovedNotice, consumeSetupCode, isSetupCodeValid } from '../../people/access.ts'
import { type AccessRequest, formatRequesterName, requestAccess } from '../../people/access-requests.ts'
import { type LinkId, parseLinkCode } from '../../people/link-codes.ts'
import { type AccountKey, findUserByAccount, type UserAccount } from '../../people/users.ts'
import { findPlaceById } from '../../threads/places.ts'
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

/** Matches "/voice pin 274905". */
const pinLine = /^\s*\/voice\s+pin\s+(?!off\s*$)\S/i

const findLinkCode = (text: string): string | undefined => linkLine.exec(text)?.[1]?.trim()

/** What is stored instead of a right setup code of somebody who already is a user. */
export const unusedSetupCodeLine = '/start unused'

/** Matches the commands that everyone has whose words are in a log, wherever they send them. */
const ownDataLine = /^\/(?:forget|forgetting|export)(?:\s|$)/i

/** Matches the buttons that a manager is shown below what a command of a channel answered. */
const channelButtonLine = /^\/(?:channel erase|rebuild) (\d{1,9})$/

/** Removes a setup code, whether or not it is valid. */
const withoutSetupCode = (text: string): string => (setupLine.test(text) ? '/start ***' : text)

/** Removes setup codes, link codes and PINs. A link code or PIN must be kept until its command is answered. */
export function withoutCode(text: string): string {
  if (findLinkCode(text)) return '/link ***'
  return pinLine.test(text) ? '/voice pin ***' : withoutSetupCode(text)
}

/**
 * Returns the caller if they may talk to the bot or have sent the setup code. Returns `rejected` if they were sent a notice instead, or
 * `ignored` if they were sent nothing. Looks the caller up unless they are `remembered`.
 */
export async function authorize(
  deps: ConversationDeps,
  event: InboundRequest,
  text: string,
  remembered?: UserAccount,
): Promise<AuthorizedCaller | 'rejected' | 'ignored'> {
  const code = isAnswerPrivate(event) && !event.author.isBot ? setupLine.exec(text)?.[1]?.trim() : undefined
  const owner = code ? await consumeSetupCode(deps, code, { key: accountOf(event), author: event.author }) : undefined
  if (owner) return { person: owner, text: '/start' }
  const { db } = deps.store
  const isMember = async () =>
    (await isLogged(db, event.place)) ||
    (ownDataLine.test(text) && (await isLoggedAuthor(db, accountOf(event)))) ||
    ('action' in event && (await isChannelButton(deps, event)))
  const person = await authorizeAuthor(deps, { key: accountOf(event), author: event.author, isMember, remembered })
  if (person === 'stranger') return rejectStranger(deps, event, { hasWrongCode: code !== undefined })
  if (person === 'ignored') return 'ignored'
  const isUnused = code !== undefined && (await isSetupCodeValid(deps, code))
  return { person, text: isUnused ? unusedSetupCodeLine : withoutSetupCode(text) }
}

/**
 * Whether a known account has pressed the button of a channel of its platform, in a direct chat too, where its question may have been shown.
 * The command checks that they manage the channel.
 */
async function isChannelButton({ store: { db } }: ConversationDeps, event: InboundAction): Promise<boolean> {
  const [, id] = channelButtonLine.exec(event.action) ?? []
  if (id === undefined || !(await findUserByAccount(db, accountOf(event)))) return false
  const place = await findPlaceById(db, Number(id) as PlaceId)
  const isHere = place?.platform === event.place.platform && place.tenant === event.place.tenant
  return isHere && (await findChannelOf(db, place.id)) !== undefined
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
  return { text: translatorOfAuthor(event)('access.wrongCode') }
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
  if (answer && place.kind === 'direct') {
    const response = { id: Number(id) as LinkId, account: accountOf(event) }
    const notice = await (answer === 'agree' ? confirmFirst : declineLink)(deps, response)
    return notice?.(translatorOfAuthor(event))
  }
  const code = parseLinkCode(findLinkCode(line) ?? '')
  if (!code) return undefined
  const claimant = { ...accountOf(event), name: author.name, handle: author.handle ?? '', address: place.address }
  const isPrivate = place.kind === 'direct'
  const entered = await enterCode(deps, { claimant, code, isPrivate })
  return isPrivate && entered.outcome !== 'too many' ? describeCodeEntry(entered)(translatorOfAuthor(event)) : undefined
}

/** Strangers have no language of their own yet, only that of their app. */
const translatorOfAuthor = ({ author }: InboundRequest): Translate => translatorOfLocale(author.locale)

/**
 * Returns the notice for a stranger. Undefined if they got one within the last day or were denied access. Stores nothing that they wrote.
 */
async function startPairing(deps: ConversationDeps, event: InboundRequest): Promise<LinkMessage | undefined> {
  const { place, author } = event
  const key = accountOf(event)
  const translate = translatorOfAuthor(event)
  const introduction = translate('access.introduction')
  const setupHint = translate('access.setupHint')
  // A command that the platform waits for is answered each time. The platform shows the answer in place of an error.
  const once = async (text: string) =>
    (await claimUnapprovedNotice(deps.store.db, key, deps.clock.now())) || event.invocation ? { text } : undefined
  if (deps.access === 'allowlist') return once(translate('access.allowlist', { introduction, setupHint }))
  if (place.kind === 'shared') return once(translate('access.shared', { introduction }))

  const result = await requestAccess(deps, key, { name: author.name, address: place.address })
  switch (result.state) {
    case 'denied':
      return event.invocation ? { text: introduction } : undefined
    case 'full':
      return once(translate('access.full', { introduction }))
    case 'waiting':
      return once(translate('access.pairing', { introduction, setupHint, code: result.request.code }))
    case 'new':
      await notifyOwners(deps, describeAccessRequest(result.request))
      await claimUnapprovedNotice(deps.store.db, key, deps.clock.now())
      return { text: translate('access.pairing', { introduction, setupHint, code: result.request.code }) }
  }
}

const describeAccessRequest =
  ({ name, platform, code }: AccessRequest): LinkNotice =>
  (translate) => ({
    text: translate('access.request', { name: formatRequesterName({ name }), platform: platformInWords(platform), code }),
    buttons: [
      { label: translate('button.approve'), action: `/approve ${code}` },
      { label: translate('button.deny'), action: `/deny ${code}` },
    ],
  })
