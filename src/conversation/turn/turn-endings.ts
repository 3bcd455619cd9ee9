import type { AgentLimits } from '../../agent/limits.ts'
import type { AgentAnswer } from '../../agent/run.ts'
import type { ModelError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { allTranslators, type Translate } from '../../core/messages/messages.ts'
import type { ModelUsage } from '../../core/ports/chat-model.ts'
import type { Button } from '../../core/ports/platform.ts'
import type { NewMessage } from '../../threads/messages/insert-messages.ts'

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
  /** Whether the reply reached its maximum length. */
  readonly isCutOff?: boolean
  /** The number of model calls, and their token usage if the server reported it. */
  readonly calls?: number
  readonly usage?: ModelUsage
  readonly model?: string
  readonly context?: object
}

/** Creates the ending of a turn whose messages were deleted. If a draft was shown, a notice that says so replaces it. */
export const createWithdrawnEnding = (draftId: MessageId | null, translate: Translate): TurnEnding => ({
  state: 'stopped',
  kind: 'notice',
  text: draftId ? translate('turn.withdrawn') : '',
  tools: [],
  draftId,
  error: 'The messages to answer were deleted.',
})

/** The turn that failed, as far as its ending needs it. */
export interface FailedTurn {
  readonly draftId: TurnEnding['draftId']
  /** Whether an earlier reply stays. */
  readonly hasReply: boolean
  readonly translate: Translate
}

/** Creates the ending of a failed turn, which states the reason and how to retry. */
export const fault = (turn: FailedTurn, reason: ModelError['kind'] | 'interrupted' | 'changed', error: string): TurnEnding =>
  describeFailure(turn, turn.translate('turn.failed', { reason, kept: turn.hasReply ? 'reply' : 'message' }), error)

export const modelFault = (turn: FailedTurn, { kind, message }: ModelError): TurnEnding => fault(turn, kind, `${kind}: ${message}`)

/** Creates the ending of a failed turn, with `text` as the whole notice. */
export function describeFailure(
  { draftId, translate }: Pick<FailedTurn, 'draftId' | 'translate'>,
  text: string,
  error: string,
): TurnEnding {
  return {
    state: 'failed',
    kind: 'notice',
    text,
    buttons: [{ label: translate('button.tryAgain'), action: '/retry' }],
    tools: [],
    draftId,
    error,
  }
}

/** Formats what is appended to a reply that reached its maximum length. */
const formatCutOff = (translate: Translate): string => ` …\n\n${translate('turn.tooLong')}`

/** Format what is appended to a reply that hit a limit. */
export const earlyEndings: Readonly<
  Record<NonNullable<AgentAnswer['stoppedEarly']>, (translate: Translate, limits: AgentLimits) => string>
> = {
  length: formatCutOff,
  rounds: (translate, { toolRounds }) => `\n\n${translate('turn.tooManyRounds', { rounds: toolRounds })}`,
}

/** Removes the sentence of `formatCutOff` from a reply, for a place that says so separately. */
export function withoutCutOffNote(text: string): string {
  const ending = allTranslators.map(formatCutOff).find((one) => text.endsWith(one))
  return ending === undefined ? text : `${text.slice(0, -ending.length)} …`
}
