import { defaultEmbeddingModel } from '../../../src/model/embeddings/known-models.ts'
import { openaiBaseUrl } from '../../../src/model/openai/chat-model.ts'
import type { ActiveEmbeddingModel, EmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import { obstacleMessages } from '../../../src/search/vectors/open-embeddings.ts'

interface StateProps {
  readonly state: EmbeddingStatus
}

/** The embedding settings, for owners only. */
export function EmbeddingSettings({ state }: StateProps) {
  const { obstacle } = state
  return (
    <section class="embeddings" aria-labelledby="embeddings-title">
      <h2 id="embeddings-title">Semantic search</h2>
      <p class="faint">
        Semantic search also finds messages that say the same in other words. An embedding model reads every message sent to this bot, so
        choose one that you trust with them.
      </p>
      <EmbeddingProgress inUse={state.inUse} />
      {obstacle ? <p class="problem">{obstacleMessages[obstacle]}</p> : <Choice state={state} />}
    </section>
  )
}

interface ProgressProps {
  readonly inUse: ActiveEmbeddingModel | undefined
}

/** The progress of the embeddings. The script refreshes it while some are pending. */
export function EmbeddingProgress({ inUse }: ProgressProps) {
  return (
    <div id="embedding-progress" role="status" {...(inUse && inUse.counts.pending > 0 && { 'data-at-work': '' })}>
      <p>{inUse ? `The model in use is ${inUse.model}.` : 'No model is in use. Search uses words only.'}</p>
      {inUse && <Progress inUse={inUse} />}
    </div>
  )
}

function Progress({ inUse: { counts } }: { readonly inUse: ActiveEmbeddingModel }) {
  const { pending, ready, others, error, failing, problem, outage } = counts
  const all = pending + ready + others + error
  const failed = error + failing
  return (
    <>
      <progress max={Math.max(all, 1)} value={ready} aria-label="Embedded texts" />
      <p class="faint">{progressInWords(ready, all)}</p>
      {others > 0 && (
        <p class="problem">
          {texts(others)} {others === 1 ? 'was' : 'were'} embedded by another model, and search does not use {others === 1 ? 'it' : 'them'}.
          Save to embed {others === 1 ? 'it' : 'them'} again.
        </p>
      )}
      {outage !== null && (
        <p class="problem">The model is unavailable and is retried automatically. Until then, search uses words only. {outage}</p>
      )}
      {failed > 0 && (
        <form method="post" action="/settings/embeddings/retry/">
          <p class="problem">
            {texts(failed)} could not be embedded and {failed === 1 ? 'is' : 'are'} found by words only. {problem}
          </p>
          <button type="submit">Try again</button>
        </form>
      )}
    </>
  )
}

const texts = (count: number) => (count === 1 ? 'One text' : `${count.toLocaleString('en')} texts`)

function progressInWords(ready: number, all: number): string {
  if (all === 0) return 'There is nothing to embed yet.'
  if (ready < all) return `${ready.toLocaleString('en')} of ${texts(all).toLowerCase()} embedded.`
  return all === 1 ? 'The only text is embedded.' : `All ${texts(all)} are embedded.`
}

/** Common addresses to choose from. */
const servers = [
  ['http://127.0.0.1:11434/v1', 'Ollama on this machine'],
  ['http://127.0.0.1:8080/v1', 'llama.cpp on this machine'],
] as const

function Choice({ state }: StateProps) {
  const isOpenAi = state.baseUrl === openaiBaseUrl
  const use = state.use === 'server' && isOpenAi ? 'openai' : state.use
  return (
    <form id="embedding-choice" method="post">
      <fieldset>
        <legend>Embedding model</legend>
        <Use value="configured" chosen={use} label="As configured" more="the configured model, or one detected on this machine" />
        <Use value="openai" chosen={use} label="OpenAI" more="good quality; sends every text to OpenAI" />
        <Use value="server" chosen={use} label="Another server" more="any OpenAI-compatible server, such as Ollama or llama.cpp" />
        {state.hasBuiltIn && <Use value="builtin" chosen={use} label="The built-in model" more={builtInInWords(state)} />}
        <Use value="off" chosen={use} label="Off" more="search uses words only; existing embeddings are kept" />
      </fieldset>
      <div class="fields">
        <label class="for-server">
          Address
          <input
            type="url"
            name="address"
            list="embedding-servers"
            placeholder="http://127.0.0.1:11434/v1"
            maxLength={500}
            spellcheck={false}
            value={isOpenAi ? '' : (state.baseUrl ?? '')}
          />
        </label>
        <datalist id="embedding-servers">
          {servers.map(([href, label]) => (
            <option key={href} value={href} label={label} />
          ))}
        </datalist>
        <label class="for-any">
          Model
          <input
            type="text"
            name="model"
            placeholder={defaultEmbeddingModel}
            maxLength={200}
            spellcheck={false}
            autocomplete="off"
            value={state.model ?? ''}
          />
        </label>
        <label class="for-any">
          API key
          <input
            type="password"
            name="key"
            autocomplete="off"
            maxLength={500}
            disabled={!state.canStoreKeys}
            aria-describedby="embedding-key"
          />
        </label>
        <p class="faint for-any" id="embedding-key">
          {state.canStoreKeys ? (
            'Stored encrypted, never shown, and sent only to this address.'
          ) : (
            <>
              To store a key here, set <code>ENCRYPTION_KEY</code> in the configuration to the output of <code>openssl rand -hex 32</code>.
            </>
          )}
          {state.hasKey && ` A key is stored for ${state.baseUrl}. Leave this empty to use it.`}
        </p>
        {state.hasKey && (
          <label class="for-any check">
            <input type="checkbox" name="forget" value="key" /> Delete the stored key
          </label>
        )}
      </div>
      <div class="actions">
        <button type="button" data-do="test" disabled>
          Test
        </button>
        <button type="submit" class="primary" disabled>
          Save
        </button>
        <output id="embedding-answer" aria-live="polite" />
      </div>
      <noscript>
        <p class="problem">Changing the model needs JavaScript, which is off in this browser.</p>
      </noscript>
      <dialog id="embedding-confirm" aria-labelledby="embedding-question">
        <p id="embedding-question" />
        <div class="actions">
          <button type="button" data-do="confirm" class="primary">
            Change the model
          </button>
          <button type="button" data-do="cancel">
            Cancel
          </button>
        </div>
      </dialog>
    </form>
  )
}

const builtInInWords = ({ hasBuiltIn }: EmbeddingStatus) =>
  hasBuiltIn
    ? 'small and English only; texts never leave this machine'
    : 'no longer installed: install it with `npm ci --include=optional`, or choose another'

interface UseProps {
  readonly value: string
  readonly chosen: string
  readonly label: string
  readonly more: string
}

const Use = ({ value, chosen, label, more }: UseProps) => (
  <label>
    <input type="radio" name="use" value={value} checked={value === chosen} />
    <span>
      {label} <span class="faint">{more}</span>
    </span>
  </label>
)
