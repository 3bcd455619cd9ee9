import type { ModelError } from '../../core/domain/errors.ts'
import type { TurnEnding } from './commit-turn.ts'

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
