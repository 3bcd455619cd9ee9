import { messageOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { silentLog } from '../../core/ports/log.ts'
import type { EmbeddingConfig } from './config.ts'
import { embedderProbeTimeoutMs, probeEmbedder } from './probe.ts'
import { createChosenEmbedder, createConfiguredEmbedder, detectEmbedder } from './resolve-embedder.ts'

/** Embeds one word, which costs almost nothing. Throws SetupError if the built-in model is requested but not installed. */
export async function checkEmbeddings({ clock }: { readonly clock: Clock }, config: EmbeddingConfig): Promise<Finding> {
  if (config.use === 'off') return note('Embeddings are off: search uses words only.')
  const deps = { clock, log: silentLog }
  const probeConfig = { ...config, requestTimeoutMs: embedderProbeTimeoutMs }
  const configured = createConfiguredEmbedder(deps, probeConfig)
  if (configured) return probeAndReport(configured, '')
  const choice = await detectEmbedder(deps, probeConfig)
  const embedder = choice && createChosenEmbedder(deps, choice, probeConfig)
  if (!embedder)
    return note(
      'There is no embedding model: search uses words only. Choose one on the settings page, or set EMBEDDING_BASE_URL and EMBEDDING_MODEL.',
    )
  return probeAndReport(embedder, ' It was detected on this machine. The model detected at the first start stays in use.')
}

async function probeAndReport(embedder: Embedder, suffix: string): Promise<Finding> {
  const subject = embedder.provider === 'builtin' ? 'The built-in embedding model' : `The embedding model ${embedder.model}`
  try {
    await probeEmbedder(embedder)
    return good(`${subject} works.${suffix}`)
  } catch (error) {
    return problem(`${subject} cannot be used: ${messageOf(error)}`)
  }
}
