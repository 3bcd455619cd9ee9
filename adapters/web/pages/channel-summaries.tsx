import type { ListedSummary } from '../../../src/channels/list-summaries.ts'
import { windowMs } from '../../../src/channels/pyramid.ts'
import { dayLabelOf, timeOfDay } from '../../../src/core/ports/clock.ts'
import type { ShownChannel } from '../views/channel-pages.ts'
import type { ChannelSummariesView } from '../views/channel-summaries.ts'
import { htmlOf } from '../views/markdown.ts'
import { ChannelManagementSection, RebuildNotice } from './channel-management.tsx'
import { ChannelLayout } from './channels.tsx'
import { type PageLanguage, useLanguage } from './language.tsx'

/** The summaries of a channel by level and time. It needs no script. */
export function ChannelSummariesPage({ view }: { readonly view: ChannelSummariesView }) {
  const { translate } = useLanguage()
  const { channel, summaries, highestLevel, hasMore, management, request } = view
  const last = summaries.at(-1)
  return (
    <ChannelLayout channel={channel} view="summaries">
      {request.outcome && <RebuildNotice outcome={request.outcome} />}
      <WaitingList view={view} />
      {highestLevel === 0 ? (
        <div class="empty">
          <p>{translate('page.channels.no-summaries')}</p>
          <p class="faint">{translate('page.channels.levels-hint')}</p>
        </div>
      ) : (
        <>
          <p class="faint">
            {translate('page.channels.levels-hint')} {translate('page.channels.used-hint')}
          </p>
          <Levels view={view} />
          <SummaryTable summaries={summaries} channel={channel} />
          {hasMore && last && (
            <a class="button more" href={summariesHref(channel, request.level, `${last.level}-${last.ordinal}`)}>
              {translate('page.more')}
            </a>
          )}
        </>
      )}
      {management && <ChannelManagementSection channel={channel} management={management} />}
    </ChannelLayout>
  )
}

function summariesHref({ id }: ShownChannel, level?: number, after?: string): string {
  const query = new URLSearchParams({ ...(level !== undefined && { level: String(level) }), ...(after !== undefined && { after }) })
  return `/channels/${id}/summaries/${query.size > 0 ? `?${query}` : ''}`
}

/** The windows that have no summary of what was said last. */
function WaitingList({ view: { channel, now, waiting } }: { readonly view: ChannelSummariesView }) {
  const language = useLanguage()
  const { translate } = language
  const { windows, total } = waiting
  if (total === 0) return null
  const stateOf = (startsAt: Date, isOutdated: boolean) => {
    if (startsAt.getTime() + windowMs > now.getTime()) return translate('page.channels.still-open')
    return isOutdated ? translate('page.channels.outdated') : undefined
  }
  return (
    <section class="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{translate('page.channels.waiting', { count: total })}</h2>
      <ul>
        {windows.map(({ startsAt, isOutdated }) => {
          const state = stateOf(startsAt, isOutdated)
          return (
            <li key={startsAt.getTime()}>
              {formatSpanOf(language, { startsAt, endsAt: new Date(startsAt.getTime() + windowMs) }, channel)}
              {state && <span class="faint"> ({state})</span>}
            </li>
          )
        })}
        {total > windows.length && <li class="faint">{translate('page.channels.more-waiting', { count: total - windows.length })}</li>}
      </ul>
    </section>
  )
}

function Levels({ view: { channel, highestLevel, request } }: { readonly view: ChannelSummariesView }) {
  const { translate } = useLanguage()
  const levels = [undefined, ...Array.from({ length: highestLevel }, (_, index) => highestLevel - index)]
  return (
    <nav aria-label={translate('page.channels.levels')}>
      <ul class="chips">
        {levels.map((level) => (
          <li key={level ?? 0}>
            <a href={summariesHref(channel, level)} {...(level === request.level && { 'aria-current': 'true' as const })}>
              {level === undefined ? translate('page.channels.all-levels') : translate('page.channels.level-number', { level })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SummaryTableProps {
  readonly summaries: readonly ListedSummary[]
  readonly channel: ShownChannel
}

const columns = ['level', 'period', 'messages', 'images-column', 'files-column', 'summary', 'next-reply'] as const

/** A phone shows each row as a card. */
function SummaryTable({ summaries, channel }: SummaryTableProps) {
  const { translate } = useLanguage()
  return (
    <table class="pyramid">
      <caption class="visually-hidden">{translate('page.channels.summaries')}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {translate(`page.channels.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {summaries.map((summary) => (
          <SummaryRow key={`${summary.level}-${summary.ordinal}`} summary={summary} channel={channel} />
        ))}
      </tbody>
    </table>
  )
}

function SummaryRow({ summary, channel }: { readonly summary: ListedSummary; readonly channel: ShownChannel }) {
  const language = useLanguage()
  const { translate, formatNumber } = language
  const { level, messageCount, imageCount, fileCount, topics, text, isRepresenting } = summary
  const counts = { messages: messageCount, 'images-column': imageCount, 'files-column': fileCount } as const
  return (
    <tr>
      <td class="level" data-label={translate('page.channels.level')}>
        {formatNumber(level)}
      </td>
      <td class="period">{formatSpanOf(language, summary, channel)}</td>
      {(['messages', 'images-column', 'files-column'] as const).map((name) => (
        <td key={name} class="number" data-label={translate(`page.channels.${name}`)}>
          {formatNumber(counts[name])}
        </td>
      ))}
      <td class="text">
        <details>
          <summary dir="auto">{topics.join(', ') || translate('page.channels.show-text')}</summary>
          <div class="prose" dangerouslySetInnerHTML={{ __html: htmlOf(text, translate) }} />
        </details>
      </td>
      <td class="use">{isRepresenting ? <span class="badge on">{translate('page.channels.used')}</span> : <span class="faint">–</span>}</td>
    </tr>
  )
}

/** "Fri 27 Nov, 09:02–09:29" or, over midnight, with both days. In the timezone of the channel. */
function formatSpanOf(
  { formatShortDay }: PageLanguage,
  { startsAt, endsAt }: Pick<ListedSummary, 'startsAt' | 'endsAt'>,
  { timezone, today }: ShownChannel,
): string {
  const [from, to] = [dayLabelOf(startsAt, timezone), dayLabelOf(endsAt, timezone)]
  const format = (day: typeof from) => formatShortDay(day, { withYear: day.slice(0, 4) !== today.slice(0, 4) })
  const [begin, end] = [timeOfDay(startsAt, timezone), timeOfDay(endsAt, timezone)]
  if (from === to) return `${format(from)}, ${begin === end ? begin : `${begin}–${end}`}`
  return `${format(from)}, ${begin} – ${format(to)}, ${end}`
}
