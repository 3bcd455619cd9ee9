import { randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AccountId, UserId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { PeopleDeps } from '../deps.ts'

/** Six digits are easy to say. Attempts are limited, so they are hard to guess. */
export const pinLength = 6

const derive = promisify<string, string, number, Buffer>(scrypt)
const keyBytes = 32

const hashPin = async (pin: string, salt: string): Promise<string> => `${salt}:${(await derive(pin, salt, keyBytes)).toString('hex')}`

/** Sets the PIN by which a user is known in calls. Only its hash is stored. Throws InputError. */
export async function setCallPin(
  { store, random, clock }: PeopleDeps,
  { userId, accountId, pin }: { readonly userId: UserId; readonly accountId: AccountId; readonly pin: string },
): Promise<void> {
  const digits = pin.normalize('NFKC').replace(/[\s-]+/g, '')
  if (!/^\d{6}$/.test(digits) || isEasy(digits)) throw new LocalizedInputError('voice.pinInvalid', { length: pinLength })
  const row = { accountId, hash: await hashPin(digits, random.token(16)), setAt: clock.now() }
  await store.db.callPin.upsert({ where: { userId }, create: { userId, ...row }, update: row })
}

/** Whether a PIN is one digit repeated, or counts up or down. */
function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/** Returns the hash of a user's PIN, if the account that set it is still theirs. */
export async function findPinHash(db: Db, userId: UserId): Promise<string | undefined> {
  const pin = await db.callPin.findUnique({ where: { userId }, select: { hash: true, account: { select: { userId: true } } } })
  return pin?.account.userId === userId ? pin.hash : undefined
}

/** Compares in constant time. */
export async function isPin(pin: string, hash: string): Promise<boolean> {
  const [salt = randomUUID()] = hash.split(':')
  const computed = Buffer.from(await hashPin(pin, salt))
  const stored = Buffer.from(hash)
  return computed.length === stored.length && timingSafeEqual(computed, stored)
}

/** Removes a user's PIN, or only one that one of their accounts has set. */
export async function removePin(tx: Tx, owner: { readonly userId: UserId; readonly accountId?: AccountId }): Promise<void> {
  await tx.callPin.deleteMany({ where: owner })
}

/** Moves the PIN of a user to the user they become part of, who keeps an own one. */
export async function mergePins(tx: Tx, { from, into }: { readonly from: UserId; readonly into: UserId }): Promise<void> {
  if ((await tx.callPin.count({ where: { userId: into } })) === 0)
    await tx.callPin.updateMany({ where: { userId: from }, data: { userId: into } })
}
