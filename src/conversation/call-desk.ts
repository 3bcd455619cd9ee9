import { boundary } from '../core/domain/text.ts'
import { translatorOf } from '../core/messages/messages.ts'
import { type CallDesk, type CallerClaim, type CallOpening, tokenVariable } from '../core/ports/calls.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import { type CallTokenDeps, findCallLink, findTokenOwner, redeemCallLink } from '../people/calls/tokens.ts'
import type { VoiceSettings } from '../people/calls/voice-settings.ts'
import { findUserByAccount, findUserById, resolveTimezone, type User } from '../people/users.ts'
import { listStoredCalls } from '../threads/messages/append-call.ts'
import { findContinuousThread } from '../threads/thread.ts'
import { callSections, fitLines } from './call-sections.ts'

/** The dependencies of the variables that a voice agent receives at the start of a call. */
export interface CallDeskDeps extends Omit<CallTokenDeps, 'tokenKey'> {
  readonly defaultTimezone: string
}

const noVariables = { user_name: '', local_time: '', last_time: '', today: '', open_loops: '', [tokenVariable]: '' }

/** In UTF-8 bytes of JSON. */
const mostBytes = 4_096
const maxNameLength = 100

/** Creates the part of the core that answers the voice server. */
export function createCallDesk(deps: CallDeskDeps, { platform, tokenKey }: VoiceSettings): CallDesk {
  const tokens = { ...deps, tokenKey }
  const { db } = deps.store
  return {
    strangers: { variables: noVariables },
    async openCall({ token, number }: CallerClaim) {
      const owner = token ? await findTokenOwner(db, tokens, { token, startedAt: deps.clock.now() }) : undefined
      if (owner && token) return openPrivately(deps, { userId: owner.userId, token })
      const person = number ? await findUserByAccount(db, { platform, tenant: '', platformUserId: number }) : undefined
      if (!person || person.user.isBlocked) return { variables: noVariables }
      return { variables: { ...noVariables, ...introduce(deps, person.user) } }
    },
    async findLink(link) {
      const owner = await findCallLink(tokens, link)
      return owner && (await findUserById(db, owner.userId))?.language
    },
    async redeemLink(link) {
      const redeemed = await redeemCallLink(tokens, link)
      return redeemed && openPrivately(deps, redeemed)
    },
    listStored: (ids) => listStoredCalls(db, ids),
  }
}

/** What caller ID alone yields. */
function introduce({ clock, defaultTimezone }: CallDeskDeps, user: User): Pick<typeof noVariables, 'user_name' | 'local_time'> {
  const timezone = resolveTimezone(user, defaultTimezone)
  const now = clock.now()
  const { locale } = translatorOf(user.language)
  const time = `${formatDay(dayLabelOf(now, timezone), locale)}, ${timeOfDay(now, timezone)}`
  return { user_name: user.name.slice(0, boundary(user.name, maxNameLength)), local_time: time }
}

async function openPrivately(
  deps: CallDeskDeps,
  { userId, token }: { readonly userId: User['id']; readonly token: string },
): Promise<CallOpening> {
  const user = await findUserById(deps.store.db, userId)
  if (!user) return { variables: noVariables }
  let variables: Record<string, string> = { ...noVariables, ...introduce(deps, user), [tokenVariable]: token }
  const threadId = await findContinuousThread(deps.store.db, userId)
  if (!threadId) return { variables, userId: `user-${userId}` }
  const caller = { user, timezone: resolveTimezone(user, deps.defaultTimezone), scope: { userId, threadId, audience: 'private' as const } }
  for (const { variable, maxBytes, load } of callSections) {
    const fits = (part: string) => Buffer.byteLength(part) <= maxBytes && sizeOf({ ...variables, [variable]: part }) <= mostBytes
    variables = { ...variables, [variable]: fitLines(await load(deps, caller), fits) }
  }
  return { variables, userId: `user-${userId}` }
}

const sizeOf = (variables: Readonly<Record<string, string>>) => Buffer.byteLength(JSON.stringify(variables))
