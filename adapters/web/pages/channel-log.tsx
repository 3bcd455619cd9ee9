import type { LogEntry } from '../../../src/channels/cascade/channel-lines.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { type ChannelLogView, logHref } from '../views/channel-log.ts'
import type { ShownChannel } from '../views/channel-pages.ts'
import { htmlOf } from '../views/markdown.ts'
import { ChannelLayout } from './channels.tsx'
import { useLanguage } from './language.tsx'

/** What was said in a channel, by day. The addresses of pages lead to where reading goes on. */
export function ChannelLogPage({ view }: { readonly view: ChannelLogView }) {
  const { translate, formatDayTitle } = useLanguage()
  const { channel, days, earlier, later, highlighted } = view
  const path = `/channels/${channel.id}/`
  return (
    <ChannelLayout channel={channel} view="log">
      {earlier !== undefined && (
        <a class="earlier" href={`${path}?before=${earlier}#end`}>
          {translate('page.channels.earlier')}
        </a>
      )}
      {days.length === 0 && (
        <div class="empty">
          <p>{translate('page.channels.no-message')}</p>
        </div>
      )}
      {days.map(({ day, entries }) => (
        <section key={day} class="log-day" aria-labelledby={`day-${day}`}>
          <h2 class="mark" id={`day-${day}`}>
            <span>{formatDayTitle(day, channel.today)}</span>
          </h2>
          <ol>
            {entries.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                previous={entries[index - 1]}
                channel={channel}
                isHighlighted={entry.id === highlighted}
              />
            ))}
          </ol>
        </section>
      ))}
      <nav class="log-end" id="end" aria-label={translate('page.channels.paging')}>
        {later !== undefined && (
          <>
            <a class="button" href={`${path}?after=${later}`}>
              {translate('page.channels.later')}
            </a>
            <a href={`${path}#end`}>{translate('page.channels.newest')}</a>
          </>
        )}
      </nav>
    </ChannelLayout>
  )
}

interface EntryProps {
  readonly entry: LogEntry
  /** The one above it, on the same day. */
  readonly previous: LogEntry | undefined
  readonly channel: ShownChannel
  readonly isHighlighted: boolean
}

/** The name of an author is not repeated within this time, in ms. */
const sameBreathMs = 5 * 60_000

function Entry({ entry, previous, channel, isHighlighted }: EntryProps) {
  const { translate } = useLanguage()
  const { id, role, sentAt, text, imageCount, fileCount, editedAt } = entry
  const author = authorOf(entry)
  const continues = previous && authorOf(previous) === author && sentAt.getTime() - previous.sentAt.getTime() < sameBreathMs
  const html = htmlOf(text, translate, { hrefOf: (cited) => logHref(channel, cited) })
  return (
    <li id={`m${id}`} class={`log-entry ${role}${isHighlighted ? ' highlighted' : ''}${continues ? ' continues' : ''}`}>
      <p class="about">
        <b class={continues ? 'visually-hidden' : undefined} dir="auto">
          {author}
        </b>{' '}
        <a href={logHref(channel, id)}>
          <time dateTime={sentAt.toISOString()}>{timeOfDay(sentAt, channel.timezone)}</time>
        </a>
        {editedAt && <span> {translate('page.message.edited')}</span>}
      </p>
      {text.trim() !== '' && <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />}
      {imageCount + fileCount > 0 && (
        <p class="attached">
          {imageCount > 0 && <span class="badge">{translate('page.channels.images', { count: imageCount })}</span>}{' '}
          {fileCount > 0 && <span class="badge">{translate('page.channels.files', { count: fileCount })}</span>}
        </p>
      )}
    </li>
  )
}

const authorOf = ({ role, author }: LogEntry): string => (role === 'assistant' ? 'Throughline' : author)
