import { formatList } from '../../../src/core/messages/messages.ts'
import type { ModelFormProblem, ModelFormView } from '../routes/model-form.ts'
import { Text, useLanguage } from './language.tsx'

interface ModelProps {
  readonly view: ModelFormView
}

/** The form that connects a language model, for owners only. */
export function ModelSettings({ view }: ModelProps) {
  const { translate } = useLanguage()
  const { inUse, variables, isUnreadable, isChosen } = view
  return (
    <section class="embeddings" id="model" aria-labelledby="model-title">
      <h2 id="model-title">{translate('page.model')}</h2>
      <p class="faint">{translate('page.model.text')}</p>
      <p>{inUse === undefined ? translate('page.model.none') : translate('page.model.in-use', { model: inUse })}</p>
      {variables.length > 0 && <p class="problem">{translate('page.model.variables', { variables: formatList(variables, translate) })}</p>}
      {isUnreadable && <p class="problem">{translate('page.model.unreadable')}</p>}
      <Outcome view={view} />
      <ModelFields view={view} />
      {isChosen && (
        <form method="post" action="/settings/model/disconnect/">
          <button type="submit">{translate('page.model.disconnect')}</button>
        </form>
      )}
    </section>
  )
}

/** What came of the last test, in words. */
function Outcome({ view: { problem, outcome, model = '' } }: ModelProps) {
  const { translate } = useLanguage()
  if (problem) return <ProblemText problem={problem} />
  if (!outcome) return null
  return <p role="status">{outcome === 'works' ? translate('page.model.works', { model }) : translate('page.model.listed')}</p>
}

function ProblemText({ problem: { kind, detail } }: { readonly problem: ModelFormProblem }) {
  const { translate } = useLanguage()
  return (
    <p class="problem" role="alert">
      {kind === 'store' && <Text of="page.embeddings.key-needs" />}
      {kind === 'insecure' && translate('page.model.insecure')}
      {kind !== 'store' && kind !== 'insecure' && translate('page.model.problem', { problem: kind, detail })}
    </p>
  )
}

/** Common addresses to choose from. */
const servers = [
  ['https://api.openai.com/v1', 'OpenAI'],
  ['http://127.0.0.1:11434/v1', 'Ollama'],
  ['http://127.0.0.1:8080/v1', 'llama.cpp'],
] as const

function ModelFields({ view }: ModelProps) {
  const { translate } = useLanguage()
  const { address, model, models, problem } = view
  return (
    <form method="post" action="/settings/model/#model">
      <div class="fields">
        <label>
          {translate('page.model.address')}
          <input
            type="url"
            name="address"
            list="model-servers"
            placeholder="http://127.0.0.1:11434/v1"
            maxLength={500}
            spellcheck={false}
            required
            value={address}
          />
        </label>
        <datalist id="model-servers">
          {servers.map(([href, label]) => (
            <option key={href} value={href} label={label} />
          ))}
        </datalist>
        <KeyField view={view} />
        {problem?.kind === 'insecure' && (
          <label class="check">
            <input type="checkbox" name="insecure" value="yes" /> {translate('page.model.insecure-confirm')}
          </label>
        )}
        {models.length > 0 && (
          <label>
            {translate('page.embeddings.model')}
            <select name="model">
              {models.map((name) => (
                <option key={name} value={name} selected={name === model}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div class="actions">
        <button type="submit" formaction="/settings/model/test/#model">
          {translate('page.embeddings.test')}
        </button>
        <button type="submit" class="primary">
          {translate('page.embeddings.save')}
        </button>
      </div>
    </form>
  )
}

function KeyField({ view: { address, canStoreKeys, hasKey, sealedKey } }: ModelProps) {
  const { translate } = useLanguage()
  return (
    <>
      <label>
        {translate('page.embeddings.key')}
        <input type="password" name="key" autocomplete="off" maxLength={500} disabled={!canStoreKeys} aria-describedby="model-key" />
      </label>
      {sealedKey !== undefined && <input type="hidden" name="sealed" value={sealedKey} />}
      <p class="faint" id="model-key">
        <Text of={canStoreKeys ? 'page.embeddings.key-hint' : 'page.embeddings.key-needs'} />
        {sealedKey !== undefined && ` ${translate('page.model.key-entered')}`}
        {sealedKey === undefined && hasKey && ` ${translate('page.embeddings.key-stored', { address })}`}
      </p>
    </>
  )
}
