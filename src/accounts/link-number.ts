import type { AccountId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import {
  addLinkedNumber,
  answerNumberLink,
  createNumberCode,
  enterNumberCode,
  formatNumberCode,
  type NumberCodeOrigin,
  type NumberLinkId,
} from '../people/calls/number-links.ts'
import { mayLink } from '../people/link-codes.ts'
import type { Tx } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import { expireText } from '../threads/messages/expiring-text.ts'
import { enqueueNotice, storeNotice } from '../threads/notify.ts'

/** Creates a code that is spoken in a call to link its number. Throws InputError if the account may not link another one. */
export async function requestNumberLink(tx: Tx, random: Random, origin: NumberCodeOrigin): ReturnType<typeof createNumberCode> {
  if (!(await mayLink(tx, origin.accountId))) throw new LocalizedInputError('link.noRights')
  return createNumberCode(tx, random, origin)
}

/** A code that was spoken in a call. */
export interface SpokenCode {
  readonly code: string
  /** In E.164. */
  readonly number: string
  readonly spokenAt: Date
}

/** Enters a spoken code, and asks its creator whether the number is theirs. Returns false if the code was not good. */
export async function enterSpokenCode(deps: ThreadDeps, { code, number, spokenAt }: SpokenCode): Promise<boolean> {
  const now = deps.clock.now()
  const notice = await deps.store.transaction(async (tx) => {
    const entered = await enterNumberCode(tx, { code, number, spokenAt, now })
    if (!entered) return undefined
    await expireText(tx, formatNumberCode(code), now)
    const { id, userId, placeId } = entered
    return storeNotice(tx, deps, userId, (translate) => ({
      placeId,
      text: translate('voice.numberQuestion', { number }),
      buttons: [
        { label: translate('voice.confirm'), action: `/calling confirm ${id}` },
        { label: translate('voice.decline'), action: `/calling decline ${id}` },
      ],
    }))
  })
  await enqueueNotice(deps, notice)
  return notice !== undefined
}

export interface NumberLinkAnswer {
  readonly id: NumberLinkId
  /** Only the account that created the code can answer. */
  readonly accountId: AccountId
  /** The platform of calls. */
  readonly platform: PlatformName
}

/** Links the number of a request to its creator. Returns the number. Throws InputError. */
export async function confirmNumber({ store, clock }: ThreadDeps, { id, accountId, platform }: NumberLinkAnswer): Promise<string> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const request = await answerNumberLink(tx, { id, accountId, state: 'linked', now })
    if (!request) throw new LocalizedInputError('link.noSuchRequest')
    const { userId, number } = request
    if (!(await mayLink(tx, accountId))) throw new LocalizedInputError('link.noRights')
    if (!(await addLinkedNumber(tx, { platform, number, userId, linkedBy: accountId, now })))
      throw new LocalizedInputError('voice.numberTaken', { number })
    return number
  })
}

/** Declines to link the number of a request. Returns the number. Throws InputError. */
export async function declineNumber({ store, clock }: ThreadDeps, { id, accountId }: NumberLinkAnswer): Promise<string> {
  const request = await store.transaction((tx) => answerNumberLink(tx, { id, accountId, state: 'declined', now: clock.now() }))
  if (!request) throw new LocalizedInputError('link.noSuchRequest')
  return request.number
}
