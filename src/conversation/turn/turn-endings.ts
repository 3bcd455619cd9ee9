import type { ModelError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import type { Button } from '../../core/ports/platform.ts'
import type { NewMessage } from '../../threads/messages/insert-messages.ts'

/** How a turn ended. */
export interface TurnEnding {
  readonly state: 'done' | 'failed' | 'stopped'
  /** What is said: the reply, or a sentence about a fault; empty when nothing is. */
  readonly text: string
  /** `chat` for a reply, `notice` for a sentence about a fault. */
  readonly kind: 'chat' | 'notice'
  readonly buttons?: readonly Button[]
  readonly tools: readonly Pick<NewMessage, 'tool' | 'text'>[]
  readonly draftId: MessageId | null
  /** The revision of the thread that the reply was made from; without it, it is written in any case. */
  readonly revision?: number
  readonly error?: string
  /** Calls of the model, and what they took as far as its server said. */
  readonly calls?: number
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
  readonly model?: string
  readonly context?: object
}

/** How a turn ends when what it was to answer was deleted: what was shown of a reply says so. */
export const createWithdrawnEnding = (draftId: MessageId | null): TurnEnding => ({
  state: 'stopped',
  kind: 'notice',
  text: draftId ? 'The message was deleted, so this is not answered.' : '',
  tools: [],
  draftId,
  error: 'What it was to answer was deleted.',
})

/** How a turn ends that could not be answered: one sentence about why, with the way to try again. */
export const fault = (draftId: TurnEnding['draftId'], sentence: string, error: string): TurnEnding =>
  describeFailure(draftId, `${sentence} Your message is kept: send /retry to have it answered.`, error)

export const modelFault = (draftId: TurnEnding['draftId'], error: ModelError): TurnEnding =>
  fault(draftId, sentences[error.kind], `${error.kind}: ${error.message}`)

/** The same, where `text` is all that is said. */
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
  rate_limited: 'The language model is asked too much at the moment.',
  unavailable: 'The language model cannot be reached at the moment.',
  stalled: 'The language model began, and then gave no answer.',
  truncated: 'The language model broke off before the end of its answer.',
  rejected: 'The language model refused the request; whoever runs this bot finds the reason in its log.',
  cancelled: 'The answer was cancelled.',
}
