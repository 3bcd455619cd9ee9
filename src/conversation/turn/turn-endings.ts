import type { ModelError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import type { Button } from '../../core/ports/platform.ts'
import type { NewMessage } from '../../threads/messages/append-message.ts'

/** How a turn ends. */
export interface TurnEnding {
  readonly state: 'done' | 'failed' | 'stopped'
  /** The reply or an error notice. Empty if nothing is shown. */
  readonly text: string
  /** `chat` for a reply, `notice` for an error. */
  readonly kind: 'chat' | 'notice'
  readonly buttons?: readonly Button[]
  readonly tools: readonly Pick<NewMessage, 'tool' | 'text'>[]
  readonly draftId: MessageId | null
  /** The revision of the thread that the reply is based on. If absent, the ending is committed in any case. */
  readonly revision?: number
  readonly error?: string
  /** The number of model calls, and their token usage if the server reported it. */
  readonly calls?: number
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
  readonly model?: string
  readonly context?: object
}

/** Creates the ending of a turn whose messages were deleted. If a draft was shown, a notice that says so replaces it. */
export const createWithdrawnEnding = (draftId: MessageId | null): TurnEnding => ({
  state: 'stopped',
  kind: 'notice',
  text: draftId ? 'The message was deleted, so there is no reply.' : '',
  tools: [],
  draftId,
  error: 'The messages to answer were deleted.',
})

/** Creates the ending of a failed turn: one sentence about the reason, and how to retry. */
export const fault = (draftId: TurnEnding['draftId'], sentence: string, error: string): TurnEnding =>
  describeFailure(draftId, `${sentence} Your message is kept. Send /retry to try again.`, error)

export const modelFault = (draftId: TurnEnding['draftId'], error: ModelError): TurnEnding =>
  fault(draftId, sentences[error.kind], `${error.kind}: ${error.message}`)

/** Creates the ending of a failed turn, with `text` as the whole notice. */
export function describeFailure(draftId: TurnEnding['draftId'], text: string, error: string): TurnEnding {
  return {
    state: 'failed',
    kind: 'notice',
    text,
    buttons: [{ label: 'Try again', action: '/retry' }],
    tools: [],
    draftId,
    error,
  }
}

const sentences: Readonly<Record<ModelError['kind'], string>> = {
  rate_limited: 'The language model is overloaded right now.',
  unavailable: 'The language model is unavailable right now.',
  stalled: 'The language model stopped responding.',
  truncated: 'The language model ended its answer early.',
  rejected: 'The language model rejected the request. The operator of this bot can find the reason in its log.',
  cancelled: 'The answer was cancelled.',
}
