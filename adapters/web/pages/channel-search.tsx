import { InputError } from '../../../src/core/domain/errors.ts'
import { explainInputError } from '../../../src/core/messages/input-error.ts'
import type { SearchOutput } from '../../../src/search/search.ts'
import { type ChannelSearchView, logHref } from '../views/channel-log.ts'
import { ChannelLayout } from './channels.tsx'
import { useLanguage } from './language.tsx'
import { markPassage, ResultItem } from './results.tsx'

/** What a search in a channel has found, best first. */
export function ChannelSearchPage({ view }: { readonly view: ChannelSearchView }) {
  const { translate } = useLanguage()
  const { channel, query, found } = view
  return (
    <ChannelLayout channel={channel} view="log" query={query}>
      <section class="results" aria-label={translate('page.search.results')}>
        {found instanceof InputError ? (
          <p class="problem" role="alert">
            {explainInputError(found, translate)}
          </p>
        ) : (
          <ChannelResults view={view} output={found} />
        )}
      </section>
    </ChannelLayout>
  )
}

function ChannelResults({ view: { channel, query }, output }: { readonly view: ChannelSearchView; readonly output: SearchOutput }) {
  const { translate } = useLanguage()
  const { results, total_estimate: count, next_cursor: cursor } = output
  return (
    <>
      <p class="found" role="status">
        {translate('page.search.found', { count })}
      </p>
      <ol>
        {results.map((result) =>
          // A shared place has no day summaries.
          result.kind === 'message' ? (
            <ResultItem
              key={result.message_id}
              result={{ ...result, place: '' }}
              href={`${logHref(channel, result.message_id)}${markPassage(result.snippet)}`}
            />
          ) : null,
        )}
      </ol>
      {cursor !== undefined && (
        <a class="button more" href={`/channels/${channel.id}/?${new URLSearchParams({ query, cursor })}`}>
          {translate('page.search.more')}
        </a>
      )}
    </>
  )
}
