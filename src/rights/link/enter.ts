import {
  claimCode,
  countGuess,
  type Entrant,
  guessesLeft,
  type LinkRequest,
  requestOfCode,
  shownCode,
  spoilCode,
} from '../../people/link-codes.ts'
import { personOf } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { endSecret } from '../../threads/secret.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import { type Noticed, notice, send, type TellParts } from '../tell.ts'
import { type Entered, failedTry, question, seenTry } from './wording.ts'

export interface Entering {
  readonly entrant: Entrant
  /** As `readCode` gives it. */
  readonly code: string
  /** Whether nobody else reads along. Where others do, a code is spoilt. */
  readonly isAlone: boolean
}

/** Enters a code from an account, known or not. Whoever made the code is told of it in any case. The same once more is the same. */
export async function enterCode(parts: TellParts, entering: Entering): Promise<Entered> {
  const { entered, noticed } = await parts.store.transaction((tx) => look(tx, parts, entering))
  await send(parts, noticed)
  return entered
}

interface Looked {
  readonly entered: Entered
  readonly noticed?: Noticed | undefined
}

async function look(tx: Tx, parts: TellParts, entering: Entering): Promise<Looked> {
  const { entrant, code, isAlone } = entering
  const now = parts.clock.now()
  const left = await guessesLeft(tx, entrant, now)
  const request = await requestOfCode(tx, code)
  // Whoever wrote it where others read along: it is no secret any more.
  if (request && !isAlone) await spoilCode(tx, request.id, now)
  if (left <= 0) return { entered: { outcome: 'too many' } }
  const person = await personOf(tx, entrant)
  if (request && person?.user.id === request.asker.userId) return { entered: { outcome: 'own' } }
  if (request && isAlone && !person?.user.isBlocked) {
    if (request.state === 'claimed' && request.expiresAt > now && isSame(entrant, request.entrant))
      return { entered: { outcome: 'asked', request } }
    const looked = await claim(tx, parts, { ...entering, request })
    if (looked) return looked
  }
  await countGuess(tx, entrant, now)
  const entered = { outcome: 'wrong', guessesLeft: left - 1 } as const
  if (!request) return { entered }
  const { userId, placeId } = request.asker
  return { entered, noticed: await notice(tx, parts, userId, { placeId, text: (isAlone ? failedTry : seenTry)(entrant) }) }
}

const isSame = (one: Entrant, other: Entrant | null) =>
  one.platform === other?.platform && one.tenant === other.tenant && one.platformUserId === other.platformUserId

/** Undefined when it is not to be had any more. */
async function claim(
  tx: Tx,
  parts: TellParts,
  { request, entrant, code }: Entering & { readonly request: LinkRequest },
): Promise<Looked | undefined> {
  const { userId, placeId } = request.asker
  const now = parts.clock.now()
  // The thread before the code, as everybody who needs both.
  const threadId = await findContinuousThread(tx, userId)
  if (!threadId || !(await lockThread(tx, threadId)) || !(await claimCode(tx, request.id, { entrant, now }))) return undefined
  await endSecret(tx, shownCode(code), now)
  const noticed = await notice(tx, parts, userId, { placeId, ...question(request.id, entrant) })
  return { entered: { outcome: 'asked', request: { ...request, state: 'claimed', entrant } }, noticed }
}
