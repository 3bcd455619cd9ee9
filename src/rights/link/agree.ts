import { InputError } from '../../core/errors.ts'
import type { Merge } from '../../core/personal-data.ts'
import { hint } from '../../jobs/hint.ts'
import { type Entrant, type LinkRequest, linkRequest, settleRequest } from '../../people/link-codes.ts'
import { addAccount, personOf } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { placeFor } from '../../threads/places.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import { lockPair, mergePeople } from '../merge.ts'
import type { RightsParts } from '../parts.ts'
import { type Noticed, notice, send } from '../tell.ts'
import type { Saying } from './settle.ts'
import { linked } from './wording.ts'

/** How often it is tried when one of the two has become somebody else's meanwhile. */
const mostTries = 3
/** Years of messages have to be moved, in ms. */
const longestMs = 5 * 60_000

/**
 * The account that made the code says that whoever entered it is the same person: from then on they are one, and the other one is
 * told. Once more changes nothing. Undefined where there is nothing it could agree to. Throws InputError.
 */
export async function agreeToLink(parts: RightsParts, { id, accountId }: Saying): Promise<Agreement | undefined> {
  for (let tries = 0; tries < mostTries; tries++) {
    const request = await linkRequest(parts.store.db, id)
    if (!request?.entrant || request.asker.accountId !== accountId) return undefined
    const agreement = { ...request, entrant: request.entrant }
    if (request.state === 'agreed') return agreement
    if (request.state !== 'claimed') return undefined
    const made = await parts.store.transaction((tx) => makeOne(tx, parts, agreement), { longestMs })
    if (made === 'gone') return undefined
    if (made === 'changed') continue
    await followUp(parts, made)
    return agreement
  }
  throw new InputError('Those accounts were just changed elsewhere: try again.')
}

export interface Agreement extends LinkRequest {
  readonly entrant: Entrant
}

interface Made {
  /** Absent where nobody else was known by the account. */
  readonly merge?: Merge
  readonly noticed?: Noticed | undefined
}

async function makeOne(tx: Tx, parts: RightsParts, { id, asker, entrant }: Agreement): Promise<Made | 'gone' | 'changed'> {
  const now = parts.clock.now()
  const settle = () => settleRequest(tx, id, { state: 'agreed', now })
  const known = await personOf(tx, entrant)
  if (known?.user.isBlocked) return 'gone'
  if (known?.user.id === asker.userId) return (await settle()) ? {} : 'gone'
  if (!known) {
    const threadId = await findContinuousThread(tx, asker.userId)
    if (!threadId || !(await lockThread(tx, threadId))) return 'changed'
    // Unlinked from this person while the thread was waited for, the account is to bring nobody in.
    if ((await linkRequest(tx, id))?.asker.userId !== asker.userId) return 'changed'
    if (!(await settle())) return 'gone'
    await addStranger(tx, parts, { asker, entrant })
    return { noticed: await welcome(tx, parts, { asker, entrant }) }
  }
  const merge = await lockPair(tx, { from: known.user.id, into: asker.userId }, now)
  const isAsBefore = (await personOf(tx, entrant))?.user.id === known.user.id && (await linkRequest(tx, id))?.asker.userId === asker.userId
  if (!merge || !isAsBefore) return 'changed'
  if (!(await settle())) return 'gone'
  await mergePeople(tx, parts, merge)
  return { merge, noticed: await welcome(tx, parts, { asker, entrant }) }
}

type Both = Pick<Agreement, 'asker' | 'entrant'>

async function addStranger(tx: Tx, { clock }: RightsParts, { asker, entrant }: Both): Promise<void> {
  const { platform, tenant, platformUserId, name } = entrant
  if (!(await addAccount(tx, asker.userId, entrant, { name, now: clock.now() })))
    throw new InputError('That account was just let in as somebody of their own: say yes once more.')
  await tx.accessRequest.deleteMany({ where: { platform, tenant, platformUserId } })
}

async function welcome(tx: Tx, parts: RightsParts, { asker, entrant }: Both): Promise<Noticed | undefined> {
  const { platform, tenant, address } = entrant
  const place = await placeFor(tx, { platform, tenant, address, kind: 'direct' }, asker.userId)
  return notice(tx, parts, asker.userId, { placeId: place.id, text: linked(asker) })
}

async function followUp(parts: RightsParts, { merge, noticed }: Made): Promise<void> {
  await send(parts, noticed)
  if (!merge) return
  const { from, into } = merge
  await hint(parts, 'answer-thread', { threadId: into.threadId })
  await hint(parts, 'index-thread', { threadId: into.threadId })
  parts.broadcast.publish({ type: 'thread-changed', userId: into.userId, threadId: into.threadId })
  // Pages that still follow who is gone.
  if (from.threadId) parts.broadcast.publish({ type: 'thread-changed', userId: from.userId, threadId: from.threadId })
}
