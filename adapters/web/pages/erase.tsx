import type { ForgetPreview } from '../../../src/privacy/forget/preview.ts'
import { formatCounts } from '../../../src/privacy/forget/preview.ts'
import { Layout } from './layout.tsx'

/** A deletion in progress. */
export interface DeletionProgress {
  readonly forgottenCount: number
}

/** The settings section that deletes a day or everything, and shows the progress. */
export function ForgetSection({ underWay }: { readonly underWay: DeletionProgress | undefined }) {
  return (
    <section id="forget">
      <h2>Delete</h2>
      {underWay ? (
        <p role="status">
          Deleting: {underWay.forgottenCount.toLocaleString('en')} messages so far. <a href="/settings/#forget">Refresh</a>
        </p>
      ) : (
        <>
          <p class="faint">You see a preview first. Nothing is deleted until you confirm.</p>
          <form method="post" action="/settings/forget/">
            <label>
              A day <input type="date" name="day" required />
            </label>
            <button type="submit">Delete this day…</button>
          </form>
          <form method="post" action="/settings/forget/">
            <input type="hidden" name="everything" value="1" />
            <button type="submit" class="danger">
              Delete everything…
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
    <Layout title="Delete · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>{kind === 'everything' ? 'Delete everything?' : 'Delete this?'}</h1>
        <p>This will be deleted permanently:</p>
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
        <p class="faint">Messages in your chat apps stay there until you delete them there. Exported files are not affected.</p>
        {kind === 'everything' && (
          <p>You will be signed out in every browser. To sign in again, send /web to the bot, or restart it and open the printed link.</p>
        )}
        <form method="post" action={`/settings/forget/${id}/confirm/`}>
          <button type="submit" class="danger">
            Delete permanently
          </button>
        </form>
        <form method="post" action={`/settings/forget/${id}/keep/`}>
          <button type="submit">Cancel</button>
        </form>
      </main>
    </Layout>
  )
}

/** Shown if nothing matches, or if the preview has expired. */
export function NothingToForgetPage() {
  return (
    <Layout title="Delete · Throughline" here="settings">
      <main class="single settings" id="main">
        <h1>Nothing to delete</h1>
        <p>
          Nothing matches, or the preview has expired. <a href="/settings/#forget">Back to the settings</a>
        </p>
      </main>
    </Layout>
  )
}
