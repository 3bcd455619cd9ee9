import type { ForgetPreview } from '../../../src/privacy/forget/preview.ts'
import { formatCounts } from '../../../src/privacy/forget/preview.ts'
import { Layout } from './layout.tsx'

/** The deletion in progress. */
export interface DeletionProgress {
  readonly forgottenCount: number
}

/** Deletes a day or everything, and shows the progress. In the settings. */
export function ForgetSection({ underWay }: { readonly underWay: DeletionProgress | undefined }) {
  return (
    <section id="forget">
      <h2>Forget</h2>
      {underWay ? (
        <p role="status">
          Forgetting: {underWay.forgottenCount.toLocaleString('en')} messages so far. <a href="/settings/#forget">Look again</a>
        </p>
      ) : (
        <>
          <p class="faint">You see first what would go, and nothing goes until you confirm it.</p>
          <form method="post" action="/settings/forget/">
            <label>
              A day <input type="date" name="day" required />
            </label>
            <button type="submit">Forget this day…</button>
          </form>
          <form method="post" action="/settings/forget/">
            <input type="hidden" name="everything" value="1" />
            <button type="submit" class="danger">
              Forget everything…
            </button>
          </form>
        </>
      )}
    </section>
  )
}

/** The preview of a deletion, with buttons to confirm or cancel. */
export function ForgettingPage({ listing: { id, kind, counts, samples } }: { readonly listing: ForgetPreview }) {
  return (
    <Layout title="Forget · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>{kind === 'everything' ? 'Forget everything?' : 'Forget this?'}</h1>
        <p>This would go, for good:</p>
        <ul>
          {formatCounts(counts).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {samples.map((sample) => (
          <blockquote key={sample} dir="auto">
            {sample}
          </blockquote>
        ))}
        <p class="faint">What stands in the chats of your platforms you delete there. Files that you have exported stay as they are.</p>
        <form method="post" action={`/settings/forget/${id}/confirm/`}>
          <button type="submit" class="danger">
            Forget it for good
          </button>
        </form>
        <form method="post" action={`/settings/forget/${id}/keep/`}>
          <button type="submit">Keep it</button>
        </form>
      </main>
    </Layout>
  )
}

/** Nothing matches, or the preview has expired. */
export function NothingToForgetPage() {
  return (
    <Layout title="Forget · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>Nothing to forget</h1>
        <p>
          There is nothing of that, or it was listed too long ago. <a href="/settings/#forget">Back to the settings</a>
        </p>
      </main>
    </Layout>
  )
}
