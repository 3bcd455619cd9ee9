import { OPENAI_BASE_URL } from '../../../src/model/openai.ts'
import type { EmbeddingState } from '../../../src/recall/vectors/state.ts'

interface StateProps {
  readonly state: EmbeddingState
}

/** Shown to owners alone. */
export function EmbeddingSettings({ state }: StateProps) {
  const { obstacle } = state
  return (
    <section class="embeddings" aria-labelledby="embeddings-title">
      <h2 id="embeddings-title">Finding by meaning</h2>
      <p class="faint">
        With embeddings, search also finds what says the same in other words. A model makes them of everything that anybody says to this
        bot, so choose one that may read it.
      </p>
      <EmbeddingProgress state={state} />
      {obstacle ? <p class="problem">{obstacles[obstacle]}</p> : <Choice state={state} />}
    </section>
  )
}

const obstacles = {
  off: 'It is switched off in the configuration, by EMBEDDINGS=off. Take that away and start again to choose a model here.',
  'no-pgvector':
    'The database keeps no vectors: it has no pgvector 0.8 or newer that may be used. Install it beside PostgreSQL and start again; `npm run doctor` says more.',
} as const

/** How far the vectors are. The script asks for it anew as long as some wait. */
export function EmbeddingProgress({ state: { inUse, problem, counts } }: StateProps) {
  const { pending, ready, error } = counts
  const all = pending + ready + error
  const isAtWork = inUse !== undefined && pending > 0
  return (
    <div id="embedding-progress" {...(isAtWork && { 'data-at-work': '' })}>
      <p>{inUse ? `The model in use is ${inUse.model}.` : 'No model is in use: search goes by words alone.'}</p>
      {inUse && (
        <>
          <progress max={Math.max(all, 1)} value={ready} aria-label="Texts that have their vectors" />
          <p class="faint">{progressInWords(ready, all)}</p>
        </>
      )}
      {inUse && problem !== undefined && (
        <p class="problem">It gives none just now, and is tried again by itself; until then search goes by words alone. {problem}</p>
      )}
      {inUse && error > 0 && (
        <form method="post" action="/settings/embeddings/retry/">
          <p class="problem">
            {error === 1 ? 'One text' : `${inNumbers(error)} texts`} could not be embedded, and {error === 1 ? 'is' : 'are'} found by words
            alone. {counts.problem}
          </p>
          <button type="submit">Try again</button>
        </form>
      )}
    </div>
  )
}

const inNumbers = (count: number) => count.toLocaleString('en')

function progressInWords(ready: number, all: number): string {
  if (all === 0) return 'There is nothing to embed yet.'
  return ready === all
    ? `All ${inNumbers(all)} texts have their vectors.`
    : `${inNumbers(ready)} of ${inNumbers(all)} texts have their vectors.`
}

/** Known addresses, to be picked from. */
const servers = [
  ['http://127.0.0.1:11434/v1', 'Ollama on this machine'],
  ['http://127.0.0.1:8080/v1', 'llama.cpp on this machine'],
] as const

function Choice({ state }: StateProps) {
  const isOpenAi = state.baseUrl === OPENAI_BASE_URL
  const use = state.use === 'server' && isOpenAi ? 'openai' : state.use
  return (
    <form id="embedding-choice" method="post">
      <fieldset>
        <legend>Whose model</legend>
        <Use
          value="configured"
          chosen={use}
          label="As configured"
          more="what the configuration names, or else what is found on this machine"
        />
        <Use value="openai" chosen={use} label="OpenAI" more="good, and sends every text to OpenAI" />
        <Use value="server" chosen={use} label="Another server" more="any that speaks OpenAI’s protocol, such as Ollama or llama.cpp" />
        {state.hasBuiltIn && (
          <Use value="builtin" chosen={use} label="The built-in model" more="small, for English, and never leaves this machine" />
        )}
        <Use value="off" chosen={use} label="Off" more="search goes by words alone; vectors that are there are kept" />
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
          <input type="text" name="model" maxLength={200} spellcheck={false} autocomplete="off" value={state.model ?? ''} />
        </label>
        <label class="for-any">
          API key
          <input
            type="password"
            name="key"
            autocomplete="off"
            maxLength={500}
            disabled={!state.takesKeys}
            placeholder={state.hasKey ? 'kept, and used for this address alone' : 'none'}
            aria-describedby="embedding-key"
          />
        </label>
        <p class="faint for-any" id="embedding-key">
          {state.takesKeys ? (
            'It is kept encrypted and never shown.'
          ) : (
            <>
              To keep a key here, set <code>ENCRYPTION_KEY</code> in the configuration to what <code>openssl rand -hex 32</code> prints.
            </>
          )}
        </p>
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
            Leave it as it is
          </button>
        </div>
      </dialog>
    </form>
  )
}

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
