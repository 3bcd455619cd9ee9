import type { Clock } from '../core/clock.ts'
import type { Embedder } from '../core/embedder.ts'
import { messageOf } from '../core/errors.ts'
import { type Finding, good, note, problem } from '../core/finding.ts'
import { silentLog } from '../core/log.ts'
import type { EmbeddingConfig } from './embed-config.ts'
import { chosenEmbedder, configuredEmbedder, findEmbedder } from './embed-find.ts'
import { TRIAL_PATIENCE_MS, vectorsOfTrial } from './embed-trial.ts'

/** Has one word embedded, which costs next to nothing. Throws SetupError when the built-in model is asked for and not installed. */
export async function checkEmbeddings({ clock }: { readonly clock: Clock }, config: EmbeddingConfig): Promise<Finding> {
  if (config.use === 'off') return note('Embeddings are off: search goes by words alone.')
  const parts = { clock, log: silentLog }
  const patient = { ...config, requestTimeoutMs: TRIAL_PATIENCE_MS }
  const configured = configuredEmbedder(parts, patient)
  if (configured) return tried(configured, '')
  const choice = await findEmbedder(parts, patient)
  const found = choice && chosenEmbedder(parts, choice, patient)
  if (!found)
    return note(
      'There is no model for embeddings: search goes by words alone. Choose one on the page of settings, or set EMBEDDING_BASE_URL and EMBEDDING_MODEL.',
    )
  return tried(found, ' It was found on this machine; the one found at the first start stays in use.')
}

async function tried(embedder: Embedder, more: string): Promise<Finding> {
  const what = embedder.provider === 'builtin' ? 'The built-in embedding model' : `The embedding model ${embedder.model}`
  try {
    await vectorsOfTrial(embedder)
    return good(`${what} answers.${more}`)
  } catch (error) {
    return problem(`${what} cannot be used: ${messageOf(error)}`)
  }
}
