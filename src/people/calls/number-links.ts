import { createHash } from 'node:crypto'
import type { AccountId, PlaceId, UserId } from '../../core/domain/ids.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { Random } from '../../core/ports/random.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'

/** The time limit for speaking a code, and then for confirming the number, in ms. */
const codeLifetimeMs = 10 * 60_000
const confirmLifetimeMs = 24 * 3_600_000
/** How long a closed code is kept, in ms. The transcript of a call may arrive late. */
const retentionMs = 8 * 24 * 3_600_000
/** How far the clock of the voice service may be off, in ms. */
const toleranceMs = 60_000

/** Eight digits are 27 bits. A code that is guessed links nothing, because its creator confirms the number. */
export const numberCodeLength = 8

const hashCode = (code: string) => createHash('sha256').update(`number ${code}`).digest('hex')

/** Formats a code for reading aloud: 4711 0815. */
export const formatNumberCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`

export type NumberLinkId = number & { readonly brand: 'NumberLinkId' }

/** A code whose creator is asked whether the number it was spoken from is theirs. */
export interface NumberLinkRequest {
  readonly id: NumberLinkId
  readonly accountId: AccountId
  readonly userId: UserId
  readonly placeId: PlaceId
  readonly number: string
}

export interface NumberCodeOrigin {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly placeId: PlaceId
  readonly now: Date
}

/** Creates a code that links the number that it is spoken from. Only its hash is stored. Invalidates an older code of the account. */
export async function createNumberCode(
  tx: Tx,
  random: Random,
  { accountId, userId, placeId, now }: NumberCodeOrigin,
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  await tx.numberLink.updateMany({ where: { accountId, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  for (;;) {
    const code = createDigits(random)
    const data = { hash: hashCode(code), accountId, userId, placeId, createdAt: now, expiresAt }
    if ((await tx.numberLink.createMany({ data, skipDuplicates: true })).count === 1) return { code, expiresAt }
  }
}

function createDigits(random: Random): string {
  // Uses 256 bits, so that the remainder is evenly distributed.
  const number = BigInt(`0x${createHash('sha256').update(random.token(32)).digest('hex')}`)
  return String(number % 10n ** BigInt(numberCodeLength)).padStart(numberCodeLength, '0')
}

/** SQL for whether the account that created a code still belongs to the same user, who is not blocked. */
const isUnmoved = Prisma.sql`EXISTS (
  SELECT 1 FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = l.account_id AND a.user_id = l.user_id AND u.blocked_at IS NULL)`

const requestColumns = Prisma.sql`l.id, l.account_id AS "accountId", l.user_id AS "userId", l.place_id AS "placeId", l.number`

/** Stores the number that a code was spoken from at an instant. Undefined if the code was not good then. Of concurrent calls, one succeeds. */
export async function enterNumberCode(
  tx: Tx,
  { code, number, spokenAt, now }: { readonly code: string; readonly number: string; readonly spokenAt: Date; readonly now: Date },
): Promise<NumberLinkRequest | undefined> {
  const at = spokenAt.getTime()
  const [entered] = await tx.$queryRaw<NumberLinkRequest[]>`
    UPDATE number_links l SET state = 'spoken', number = ${number}, expires_at = ${new Date(now.getTime() + confirmLifetimeMs)}
    WHERE l.hash = ${hashCode(code)} AND l.state = 'open' AND l.expires_at > ${new Date(at - toleranceMs)}
      AND l.created_at < ${new Date(at + toleranceMs)} AND ${isUnmoved} RETURNING ${requestColumns}`
  return entered
}

/** Whether a code exists or existed recently, so that it is removed from what is stored. */
export async function isNumberCode(db: Db, code: string): Promise<boolean> {
  return (await db.numberLink.count({ where: { hash: hashCode(code) } })) > 0
}

/** Closes a request that its creator answers. Undefined if none is pending for them. Of concurrent calls, only one succeeds. */
export async function answerNumberLink(
  tx: Tx,
  {
    id,
    accountId,
    state,
    now,
  }: {
    readonly id: NumberLinkId
    readonly accountId: AccountId
    readonly state: 'linked' | 'declined'
    readonly now: Date
  },
): Promise<NumberLinkRequest | undefined> {
  const [answered] = await tx.$queryRaw<NumberLinkRequest[]>`
    UPDATE number_links l SET state = ${state}
    WHERE l.id = ${id} AND l.account_id = ${accountId} AND l.state = 'spoken' AND l.expires_at > ${now} AND ${isUnmoved}
    RETURNING ${requestColumns}`
  return answered
}

export interface LinkedNumber {
  readonly platform: PlatformName
  readonly number: string
  readonly userId: UserId
  /** The account that linked it, with which it ends. */
  readonly linkedBy: AccountId
  readonly now: Date
}

/** Adds a number to a user's accounts. Returns false if it belongs to another user. Repeating it has no effect. */
export async function addLinkedNumber(tx: Tx, { platform, number, userId, linkedBy, now }: LinkedNumber): Promise<boolean> {
  await tx.account.createMany({
    data: { userId, platform, platformUserId: number, name: number, linkedById: linkedBy, createdAt: now },
    skipDuplicates: true,
  })
  return (await tx.account.count({ where: { platform, tenant: '', platformUserId: number, userId } })) === 1
}

/** Deletes the codes of a user, or only those of one of their accounts. */
export async function deleteNumberLinks(tx: Tx, owner: { readonly userId: UserId; readonly accountId?: AccountId }): Promise<void> {
  await tx.numberLink.deleteMany({ where: owner })
}

/** Deletes codes that no late transcript can need. */
export async function deleteOldNumberLinks(db: Db, now: Date): Promise<void> {
  await db.numberLink.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - retentionMs) } } })
}
