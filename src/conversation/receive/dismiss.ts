import { messageOf } from '../../core/domain/errors.ts'
import type { Invocation } from '../../core/domain/ids.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { ConversationDeps } from '../deps.ts'

interface UnansweredInvocation {
  readonly place: { readonly platform: PlatformName }
  readonly invocation?: Invocation | null | undefined
}

/** Tells the platform that a command gets no answer, so that the platform stops waiting for one. Never throws. */
export async function dismiss(
  { senders, log }: ConversationDeps,
  { place: { platform }, invocation }: UnansweredInvocation,
): Promise<void> {
  if (!invocation) return
  try {
    await senders.get(platform)?.dismiss?.(invocation)
  } catch (error) {
    log.debug({ platform, error: messageOf(error) }, 'a command invocation was not dismissed')
  }
}
