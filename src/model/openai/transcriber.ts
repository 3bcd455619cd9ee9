import { toFile } from 'openai'
import { z } from 'zod'
import { ModelError } from '../../core/domain/errors.ts'
import { late, withTimeout } from '../../core/ports/clock.ts'
import type { Transcriber, VoiceRecording } from '../../core/ports/transcriber.ts'
import type { ModelConfig } from '../config.ts'
import { computeRetryDelayMs, defaultRetryLimits, type ModelDeps, type RetryLimits } from '../with-retries.ts'
import { openaiBaseUrl } from './chat-model.ts'
import { createOpenAiClient, type ModelServer } from './client.ts'
import { toModelError } from './errors.ts'

export interface TranscriptionModelSettings extends ModelServer {
  readonly name: string
  /** In ms. The longest wait for a transcript. */
  readonly requestTimeoutMs: number
  readonly retryLimits?: RetryLimits
}

/** Creates the configured transcription model. Returns undefined if there is none. */
export function createConfiguredTranscriber(deps: ModelDeps, config: ModelConfig): Transcriber | undefined {
  const { transcriptionModel: name, apiKey, baseUrl, requestTimeoutMs } = config
  if (!name || !(apiKey || baseUrl)) return undefined
  return createOpenAiTranscriber(deps, { name, requestTimeoutMs, baseUrl: baseUrl ?? openaiBaseUrl, ...(apiKey && { apiKey }) })
}

/** Creates a transcription model behind an OpenAI-compatible server. Retries if the server is busy or unavailable. */
export function createOpenAiTranscriber(deps: ModelDeps, model: TranscriptionModelSettings): Transcriber {
  const client = createOpenAiClient(model)
  return {
    name: model.name,
    async transcribe(recording, signal) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transcribeOnce(deps, { client, model }, { recording, signal })
        } catch (thrown) {
          if (signal.aborted) throw cancelledError()
          const error = toModelError(thrown, model.name)
          // A recording that timed out would time out again.
          const waitMs = error.kind === 'stalled' ? undefined : computeRetryDelayMs(error, attempt, model.retryLimits ?? defaultRetryLimits)
          if (waitMs === undefined) throw error
          deps.log.warn({ model: model.name, attempt, waitMs, problem: error.message }, 'a transcription failed, trying again')
          await deps.clock.sleep(waitMs, signal)
          if (signal.aborted) throw cancelledError()
        }
      }
    },
  }
}

interface TranscriptionClient {
  readonly client: ReturnType<typeof createOpenAiClient>
  readonly model: TranscriptionModelSettings
}

interface TranscriptionRequest {
  readonly recording: VoiceRecording
  readonly signal: AbortSignal
}

const transcriptSchema = z.object({ text: z.string() })

async function transcribeOnce(
  { clock }: ModelDeps,
  { client, model }: TranscriptionClient,
  { recording, signal }: TranscriptionRequest,
): Promise<string> {
  const callAbort = new AbortController()
  try {
    const file = await toFile(recording.content, toFileName(recording), { type: recording.mediaType })
    const call = client.audio.transcriptions.create(
      { model: model.name, file, response_format: 'json' },
      { signal: AbortSignal.any([signal, callAbort.signal]) },
    )
    const response = await withTimeout(clock, model.requestTimeoutMs, call)
    if (response === late)
      throw new ModelError('stalled', `The model server did not return a transcript within ${model.requestTimeoutMs / 1000} s.`)
    const { success, data } = transcriptSchema.safeParse(response)
    if (!success) throw new ModelError('rejected', 'The model server returned no transcript. Check TRANSCRIPTION_MODEL.')
    return data.text.trim()
  } finally {
    callAbort.abort()
  }
}

const cancelledError = () => new ModelError('cancelled', 'The transcription was cancelled.')

const extensionsByMediaType: Readonly<Record<string, string>> = {
  'audio/aac': 'm4a',
  'audio/flac': 'flac',
  'audio/m4a': 'm4a',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/webm': 'webm',
  'audio/x-m4a': 'm4a',
  'audio/x-wav': 'wav',
}

/**
 * OpenAI detects the format by the file extension (https://platform.openai.com/docs/guides/speech-to-text), which users' file names may
 * lack.
 */
function toFileName({ name, mediaType }: VoiceRecording): string {
  const ownExtension = /\.(flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/i.exec(name)?.[1]
  return `recording.${ownExtension?.toLowerCase() ?? extensionsByMediaType[mediaType] ?? 'ogg'}`
}
