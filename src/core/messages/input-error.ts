import { InputError } from '../domain/errors.ts'
import type { MessageKey } from './messages.ts'
import { defaultTranslator, type MessageValues, type Translate } from './messages.ts'

/** A mistake that is explained to a person in their language. The message of the error itself is English, for models and logs. */
export class LocalizedInputError extends InputError {
  constructor(
    readonly key: MessageKey,
    readonly values?: MessageValues,
  ) {
    super(defaultTranslator(key, values))
  }
}

/** Returns the sentence for the user. English if only a model or a developer makes this mistake. */
export const explainInputError = (error: InputError, translate: Translate): string =>
  error instanceof LocalizedInputError ? translate(error.key, error.values) : error.message
