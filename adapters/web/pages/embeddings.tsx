import { defaultEmbeddingModel } from '../../../src/model/embeddings/known-models.ts'
import { openaiBaseUrl } from '../../../src/model/openai/chat-model.ts'
import type { ActiveEmbeddingModel, EmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import { Text, useLanguage } from './language.tsx'

interface StateProps {
  readonly state: EmbeddingStatus
}

/** The embedding settings, for owners only. */
export function EmbeddingSettings({ state }: StateProps) {
  const { translate } = useLanguage()
  const { obstacle } = state
  return (
    <section class="embeddings" aria-labelledby="embeddings-title">
      <h2 id="embeddings-title">{translate('page.embeddings')}</h2>
      <p class="faint">{translate('page.embeddings.text')}</p>
      <EmbeddingProgress inUse={state.inUse} />
      {obstacle ? (
        <p class="problem">
          <Text of="page.embeddings.obstacle" values={{ obstacle }} />
        </p>
      ) : (
        <Choice state={state} />
      )}
    </section>
  )
}

interface ProgressProps {
  readonly inUse: ActiveEmbeddingModel | undefined
}

/** The progress of the embeddings. The script refreshes it while some are pending. */
export function EmbeddingProgress({ inUse }: ProgressProps) {
  const { translate } = useLanguage()
  return (
    <div id="embedding-progress" role="status" {...(inUse && inUse.counts.pending > 0 && { 'data-at-work': '' })}>
      <p>{inUse ? translate('page.embeddings.in-use', { model: inUse.model }) : translate('page.embeddings.none')}</p>
      {inUse && <Progress inUse={inUse} />}
    </div>
  )
}

function Progress({ inUse: { counts } }: { readonly inUse: ActiveEmbeddingModel }) {
  const { translate } = useLanguage()
  const { pending, ready, others, error, failing, problem, outage } = counts
  const all = pending + ready + others + error
  const failed = error + failing
  return (
    <>
      <progress max={Math.max(all, 1)} value={ready} aria-label={translate('page.embeddings.texts')} />
      <p class="faint">{translate(progressMessage(ready, all), { ready, all })}</p>
      {others > 0 && <p class="problem">{translate('page.embeddings.others', { count: others })}</p>}
      {outage !== null && <p class="problem">{translate('page.embeddings.outage', { problem: outage })}</p>}
      {failed > 0 && (
        <form method="post" action="/settings/embeddings/retry/">
          <p class="problem">{translate('page.embeddings.failed', { count: failed, problem: problem ?? '' })}</p>
          <button type="submit">{translate('page.embeddings.retry')}</button>
        </form>
      )}
    </>
  )
}

function progressMessage(ready: number, all: number) {
  if (all === 0) return 'page.embeddings.nothing'
  return ready < all ? 'page.embeddings.progress' : 'page.embeddings.done'
}

/** Common addresses to choose from. */
const servers = [
  ['http://127.0.0.1:11434/v1', 'Ollama'],
  ['http://127.0.0.1:8080/v1', 'llama.cpp'],
] as const

function Choice({ state }: StateProps) {
  const { translate } = useLanguage()
  const isOpenAi = state.baseUrl === openaiBaseUrl
  const use = state.use === 'server' && isOpenAi ? 'openai' : state.use
  return (
    <form id="embedding-choice" method="post">
      <fieldset>
        <legend>{translate('page.embeddings.model-choice')}</legend>
        <Use
          value="configured"
          chosen={use}
          label={translate('page.embeddings.configured')}
          more={translate('page.embeddings.configured-hint')}
        />
        <Use value="openai" chosen={use} label="OpenAI" more={translate('page.embeddings.openai-hint')} />
        <Use value="server" chosen={use} label={translate('page.embeddings.server')} more={translate('page.embeddings.server-hint')} />
        {state.hasBuiltIn && (
          <Use value="builtin" chosen={use} label={translate('page.embeddings.builtin')} more={translate('page.embeddings.builtin-hint')} />
        )}
        <Use value="off" chosen={use} label={translate('page.embeddings.off')} more={translate('page.embeddings.off-hint')} />
      </fieldset>
      <div class="fields">
        <label class="for-server">
          {translate('page.embeddings.address')}
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
          {servers.map(([href, server]) => (
            <option key={href} value={href} label={translate('page.embeddings.on-this-machine', { server })} />
          ))}
        </datalist>
        <label class="for-any">
          {translate('page.embeddings.model')}
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
          {translate('page.embeddings.key')}
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
          <Text of={state.canStoreKeys ? 'page.embeddings.key-hint' : 'page.embeddings.key-needs'} />
          {state.hasKey && ` ${translate('page.embeddings.key-stored', { address: state.baseUrl ?? '' })}`}
        </p>
        {state.hasKey && (
          <label class="for-any check">
            <input type="checkbox" name="forget" value="key" /> {translate('page.embeddings.key-delete')}
          </label>
        )}
      </div>
      <div class="actions">
        <button type="button" data-do="test" disabled>
          {translate('page.embeddings.test')}
        </button>
        <button type="submit" class="primary" disabled>
          {translate('page.embeddings.save')}
        </button>
        <output id="embedding-answer" aria-live="polite" />
      </div>
      <noscript>
        <p class="problem">{translate('page.embeddings.needs-script')}</p>
      </noscript>
      <dialog id="embedding-confirm" aria-labelledby="embedding-question">
        <p id="embedding-question" />
        <div class="actions">
          <button type="button" data-do="confirm" class="primary">
            {translate('page.embeddings.change')}
          </button>
          <button type="button" data-do="cancel">
            {translate('page.embeddings.cancel')}
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
