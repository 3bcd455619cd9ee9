import { localModelServers, type ModelConfig } from '../model/config.ts'
import { httpAddress, isHttpAddress, oneOf, secret, splitList, text, type VariableRule, type VariableValues, wholeNumber } from './kinds.ts'

// Settings of the language model and its server.

export const modelVariables = {
  OPENAI_API_KEY: text.optional().meta(secret),
  OPENAI_BASE_URL: httpAddress('http://127.0.0.1:8000/v1').optional().meta(secret),
  CHAT_MODEL: text.optional(),
  SUMMARY_MODEL: text.optional(),
  TRANSCRIPTION_MODEL: text.optional(),
  MODEL_SEES_IMAGES: oneOf(['on', 'off']).default('off'),
  MODEL_CONTEXT_WINDOW: wholeNumber(2_048, 100_000_000, 'tokens').optional(),
  MODEL_IDLE_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(30_000),
  MODEL_REQUEST_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(120_000),
  MODEL_DISCOVERY: text
    .refine((value) => value === 'off' || splitList(value).every(isHttpAddress), {
      error: `off, or addresses separated by commas, such as ${localModelServers.join(',')}`,
      abort: true,
    })
    .transform((value) => (value === 'off' ? [] : splitList(value)))
    .default([...localModelServers]),
}

export type ModelValues = VariableValues<typeof modelVariables>

export const modelRules: readonly VariableRule[] = [
  ({ TRANSCRIPTION_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL }) =>
    TRANSCRIPTION_MODEL &&
    !OPENAI_API_KEY &&
    !OPENAI_BASE_URL &&
    'TRANSCRIPTION_MODEL is set, but there is no server for it: also set OPENAI_BASE_URL or OPENAI_API_KEY.',
]

export function parseModel(values: ModelValues): ModelConfig {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, MODEL_CONTEXT_WINDOW: contextWindow } = values
  const { CHAT_MODEL: chatModel, SUMMARY_MODEL: summaryModel, TRANSCRIPTION_MODEL: transcriptionModel } = values
  return {
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...(chatModel && { chatModel }),
    ...(summaryModel && { summaryModel }),
    ...(transcriptionModel && { transcriptionModel }),
    seesImages: values.MODEL_SEES_IMAGES === 'on',
    ...(contextWindow && { contextWindow }),
    idleTimeoutMs: values.MODEL_IDLE_TIMEOUT_MS,
    requestTimeoutMs: values.MODEL_REQUEST_TIMEOUT_MS,
    discover: values.MODEL_DISCOVERY,
  }
}
