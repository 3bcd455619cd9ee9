import type { ComponentChildren } from 'preact'
import { useLanguage } from './language.tsx'
import { LoadSamples } from './samples.tsx'

/** What somebody can begin with whose conversation is empty. */
export interface FirstVisitView {
  /** Whether the user may connect a language model and chat apps. */
  readonly isOwner: boolean
  /** Absent if there is only the offline model. */
  readonly model: string | undefined
}

export function FirstVisit({ view: { isOwner, model } }: { readonly view: FirstVisitView }) {
  const { translate } = useLanguage()
  return (
    <div class="first-visit">
      {isOwner && (
        <Card title={translate('page.first.model')} text={translate('page.first.model-text')}>
          {model !== undefined && <p>{translate('page.first.model-done', { model })}</p>}
          <a class={model === undefined ? 'button primary' : 'button'} href="/settings/#model">
            {translate('page.first.model-open')}
          </a>
        </Card>
      )}
      <Card title={translate('page.first.apps')} text={translate('page.first.apps-text')}>
        <a class="button" href={isOwner ? '/settings/#apps' : '/settings/#accounts'}>
          {translate('page.first.apps-open')}
        </a>
      </Card>
      <Card title={translate('page.first.samples')} text={translate('page.first.samples-text')}>
        <LoadSamples primary={!isOwner || model !== undefined} />
      </Card>
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly text: string
  readonly children: ComponentChildren
}

const Card = ({ title, text, children }: CardProps) => (
  <section>
    <h2>{title}</h2>
    <p class="faint">{text}</p>
    {children}
  </section>
)
