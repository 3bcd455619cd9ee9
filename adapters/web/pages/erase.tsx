import type { ForgetCounts, ForgetPreview } from '../../../src/privacy/forget/preview.ts'
import { type PageLanguage, useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'

/** A deletion in progress. */
export interface DeletionProgress {
  readonly forgottenCount: number
}

/** The settings section that deletes a day or everything, and shows the progress. */
export function ForgetSection({ underWay }: { readonly underWay: DeletionProgress | undefined }) {
  const { translate } = useLanguage()
  return (
    <section id="forget">
      <h2>{translate('page.forget')}</h2>
      {underWay ? (
        <p role="status">
          {translate('page.forget.running', { count: underWay.forgottenCount })}{' '}
          <a href="/settings/#forget">{translate('page.forget.refresh')}</a>
        </p>
      ) : (
        <>
          <p class="faint">{translate('page.forget.text')}</p>
          <form method="post" action="/settings/forget/">
            <label>
              {translate('page.forget.day')} <input type="date" name="day" required />
            </label>
            <button type="submit">{translate('page.forget.delete-day')}</button>
          </form>
          <form method="post" action="/settings/forget/">
            <input type="hidden" name="everything" value="1" />
            <button type="submit" class="danger">
              {translate('page.forget.delete-everything')}
            </button>
          </form>
        </>
      )}
    </section>
  )
}

/** The preview of a deletion, with buttons to confirm or cancel. */
export function ForgettingPage({ listing: { id, kind, counts, samples } }: { readonly listing: ForgetPreview }) {
  const language = useLanguage()
  const { translate } = language
  return (
    <Layout title={translate('page.forget')} here="settings">
      <main class="single settings" id="main">
        <h1>{translate(kind === 'everything' ? 'page.forget.confirm-everything' : 'page.forget.confirm')}</h1>
        <p>{translate('page.forget.list')}</p>
        <ul>
          {listCounts(language, counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {samples.map((sample) => (
          <blockquote key={sample} dir="auto">
            {sample}
          </blockquote>
        ))}
        <p class="faint">{translate('page.forget.elsewhere')}</p>
        {kind === 'everything' && <p>{translate('page.forget.signs-out')}</p>}
        <form method="post" action={`/settings/forget/${id}/confirm/`}>
          <button type="submit" class="danger">
            {translate('page.forget.permanently')}
          </button>
        </form>
        <form method="post" action={`/settings/forget/${id}/keep/`}>
          <button type="submit">{translate('page.forget.cancel')}</button>
        </form>
      </main>
    </Layout>
  )
}

/** Lists the counts that are not zero. */
function listCounts({ translate }: PageLanguage, counts: ForgetCounts): string[] {
  const keys = [
    ['page.forget.user-messages', counts.userMessages],
    ['page.forget.bot-messages', counts.botMessages],
    ['page.forget.files', counts.files],
    ['page.forget.memories', counts.memories],
    ['page.forget.quotes', counts.quotes],
    ['page.forget.summaries', counts.summaries],
  ] as const
  return keys.filter(([, count]) => count > 0).map(([key, count]) => translate(key, { count }))
}

/** Shown if nothing matches, or if the preview has expired. */
export function NothingToForgetPage() {
  const { translate } = useLanguage()
  return (
    <Layout title={translate('page.forget')} here="settings">
      <main class="single settings" id="main">
        <h1>{translate('page.forget.nothing')}</h1>
        <p>
          {translate('page.forget.nothing-text')} <a href="/settings/#forget">{translate('page.back-to-settings')}</a>
        </p>
      </main>
    </Layout>
  )
}
