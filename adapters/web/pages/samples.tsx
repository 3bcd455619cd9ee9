import type { SamplesState } from '../../../src/privacy/forget/forget-samples.ts'
import { useLanguage } from './language.tsx'

interface SamplesProps {
  readonly state: SamplesState
}

/** The form that loads the sample messages. */
export function LoadSamples({ primary = false }: { readonly primary?: boolean }) {
  const { translate } = useLanguage()
  return (
    <form method="post" action="/continuous/samples/">
      <button type="submit" {...(primary && { class: 'primary' })}>
        {translate('page.samples.load')}
      </button>
    </form>
  )
}

/** Says that there are sample messages, and removes them. Nothing without any. */
export function SamplesNotice({ state }: SamplesProps) {
  const { translate } = useLanguage()
  if (state === 'none') return null
  if (state === 'removing')
    return (
      <p class="samples" role="status">
        {translate('page.samples.removing')} <a href="/continuous/">{translate('page.forget.refresh')}</a>
      </p>
    )
  return (
    <form class="samples" method="post" action="/continuous/samples/remove/">
      <p>{translate('page.samples.loaded')}</p>
      <button type="submit">{translate('page.samples.remove')}</button>
    </form>
  )
}

export function SampleSettings({ state }: SamplesProps) {
  const { translate } = useLanguage()
  return (
    <section id="samples" aria-labelledby="samples-title">
      <h2 id="samples-title">{translate('page.samples')}</h2>
      {state === 'none' ? (
        <>
          <p class="faint">{translate('page.first.samples-text')}</p>
          <LoadSamples />
        </>
      ) : (
        <SamplesNotice state={state} />
      )}
    </section>
  )
}
