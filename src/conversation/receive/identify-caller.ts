import { enterSpokenCode } from '../../accounts/link-number.ts'
import type { AccountId } from '../../core/domain/ids.ts'
import { findSpokenNumbers, type SpokenNumber } from '../../core/domain/spoken-digits.ts'
import type { InboundCall } from '../../core/ports/platform.ts'
import type { Budget } from '../../core/ports/rate-limits.ts'
import { isNumberCode, numberCodeLength } from '../../people/calls/number-links.ts'
import { findPinHash, isPin, pinLength } from '../../people/calls/pins.ts'
import { type CallOwner, findTokenOwner } from '../../people/calls/tokens.ts'
import { findUserByAccount, type UserAccount } from '../../people/users.ts'
import type { Db } from '../../store/store.ts'
import type { ConversationDeps } from '../deps.ts'

/** A caller who has proved who they are. */
export interface KnownCaller extends CallOwner {
  /** Looks again whether that still holds. */
  isStillKnown(db: Db): Promise<boolean>
}

/** `number`: the call came from a linked number, which can be forged, and nothing else proves who called. `code`: a code was spoken. */
export type CallerIdentity =
  | { readonly by: 'token' | 'pin'; readonly caller: KnownCaller }
  | { readonly by: 'number'; readonly person: UserAccount }
  | { readonly by: 'code' | 'nothing' }

/** How many spoken PINs, and codes, are checked for one number within an hour. Further ones are refused unchecked. */
const pinBudget: Budget = { name: 'call-pins', points: 5, perMs: 3_600_000 }
const codeBudget: Budget = { name: 'call-codes', points: 10, perMs: 3_600_000 }
/** For all numbers together, because numbers can be forged. */
const allCodesBudget: Budget = { name: 'all-call-codes', points: 100, perMs: 3_600_000 }

/** Finds out who called. Enters a code that was spoken. */
export async function identifyCaller(deps: ConversationDeps, call: InboundCall): Promise<CallerIdentity> {
  const byToken = await findCallerByToken(deps, call)
  if (byToken) return { by: 'token', caller: byToken }
  const { number } = call
  if (!number) return { by: 'nothing' }
  const person = await findUserByAccount(deps.store.db, numberAccount(call, number))
  if (person && !person.user.isBlocked) return identifyByPin(deps, call, { person, number })
  return { by: !person && (await enterSpokenCodes(deps, call, number)) ? 'code' : 'nothing' }
}

const numberAccount = ({ platform }: InboundCall, number: string) => ({ platform, tenant: '', platformUserId: number })

async function findCallerByToken({ store, voice }: ConversationDeps, { token, startedAt }: InboundCall): Promise<KnownCaller | undefined> {
  if (!token || !voice) return undefined
  const find = (db: Db) => findTokenOwner(db, voice, { token, startedAt })
  const owner = await find(store.db)
  return owner && { ...owner, isStillKnown: async (db) => (await find(db))?.userId === owner.userId }
}

async function identifyByPin(
  deps: ConversationDeps,
  call: InboundCall,
  { person, number }: { readonly person: UserAccount; readonly number: string },
): Promise<CallerIdentity> {
  const { user, accountId } = person
  const hash = await findPinHash(deps.store.db, user.id)
  for (const { digits } of hash === undefined ? [] : findByLength(call, pinLength)) {
    if ((await deps.rateLimits.spend(pinBudget, number)) > 0) break
    if (hash !== undefined && (await isPin(digits, hash)))
      return {
        by: 'pin',
        caller: { userId: user.id, accountId, isStillKnown: (db) => isNumberOf(db, call, { number, accountId, user, hash }) },
      }
  }
  return { by: 'number', person }
}

interface NumberOwner extends Pick<UserAccount, 'user' | 'accountId'> {
  readonly number: string
  readonly hash: string
}

/** Whether a number and the PIN still belong to a user who is not blocked. */
async function isNumberOf(db: Db, call: InboundCall, { number, accountId, user, hash }: NumberOwner): Promise<boolean> {
  const person = await findUserByAccount(db, numberAccount(call, number))
  const isSame = person?.accountId === (accountId as AccountId) && person.user.id === user.id && !person.user.isBlocked
  return isSame && (await findPinHash(db, user.id)) === hash
}

async function enterSpokenCodes(deps: ConversationDeps, call: InboundCall, number: string): Promise<boolean> {
  for (const { digits, spans } of findByLength(call, numberCodeLength)) {
    const { rateLimits } = deps
    if ((await rateLimits.spend(allCodesBudget, 'all')) > 0 || (await rateLimits.spend(codeBudget, number)) > 0) return false
    const turn = call.turns.filter(({ role }) => role === 'user')[spans.at(-1)?.text ?? 0]
    const spokenAt = new Date(call.startedAt.getTime() + (turn?.offset ?? 0) * 1_000)
    if (await enterSpokenCode(deps, { code: digits, number, spokenAt })) return true
  }
  return false
}

const textsOf = ({ turns }: InboundCall) => turns.flatMap(({ role, text }) => (role === 'user' ? [text] : []))

/** Each number once, because attempts are counted. */
function findByLength(call: InboundCall, length: number): SpokenNumber[] {
  const numbers = findSpokenNumbers(textsOf(call)).filter(({ digits }) => digits.length === length)
  return numbers.filter(({ digits }, index) => numbers.findIndex((one) => one.digits === digits) === index)
}

/** The number of different spoken numbers that are compared with a PIN. Each takes some time. */
const maxHidden = 20

/** Returns those spoken numbers in texts that are the PIN of a user, or a code of anybody. */
export async function findSecrets(db: Db, texts: readonly string[], owner: Pick<CallOwner, 'userId'>): Promise<SpokenNumber[]> {
  const numbers = findSpokenNumbers(texts)
  const hash = await findPinHash(db, owner.userId)
  const secrets = new Set<string>()
  for (const digits of distinct(numbers, pinLength)) if (hash !== undefined && (await isPin(digits, hash))) secrets.add(digits)
  for (const digits of distinct(numbers, numberCodeLength)) if (await isNumberCode(db, digits)) secrets.add(digits)
  return numbers.filter(({ digits }) => secrets.has(digits))
}

const distinct = (numbers: readonly SpokenNumber[], length: number): string[] =>
  [...new Set(numbers.map(({ digits }) => digits))].filter((digits) => digits.length === length).slice(0, maxHidden)
