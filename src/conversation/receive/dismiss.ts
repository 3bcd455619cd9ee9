import { messageOf } from '../../core/domain/errors.ts'
import type { Invocation } from '../../core/domain/ids.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { ConversationDeps } from '../deps.ts'

/** What was asked, as far as the platform waits for an answer to it. */
export interface DismissInput {
  readonly place: { readonly platform: PlatformName }
  readonly invocation?: Invocation | null
}

/** Nobody is to wait for an answer that does not come. */
export async function dismiss({ senders, log }: ConversationDeps, { place: { platform }, invocation }: DismissInput): Promise<void> {
  if (!invocation) return
  try {
    await senders.get(platform)?.dismiss?.(invocation)
  } catch (error) {
    log.debug({ platform, error: messageOf(error) }, 'a command without an answer could not be told so')
  }
}
