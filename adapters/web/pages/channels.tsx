import type { ComponentChildren } from 'preact'
import type { ChannelListView, ListedChannel, ShownChannel } from '../views/channel-pages.ts'
import { Text, useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'
import { RelativeTime } from './time.tsx'

/** The channels that the user can read. */
export function ChannelsPage({ view: { channels, now } }: { readonly view: ChannelListView }) {
  const { translate } = useLanguage()
  return (
    <Layout title={translate('page.channels')} here="channels">
      <main class="channels" id="main">
        <h1>{translate('page.channels')}</h1>
        {channels.length === 0 && (
          <div class="empty">
            <p>{translate('page.channels.none')}</p>
            <p class="faint">
              <Text of="page.channels.none-hint" />
            </p>
          </div>
        )}
        <ul class="channel-list">
          {channels.map((channel) => (
            <li key={channel.id}>
              <a href={`/channels/${channel.id}/#end`}>
                <b dir="auto">{channel.title}</b>
                <ChannelBadges channel={channel} />
                <LastMessage channel={channel} now={now} />
              </a>
            </li>
          ))}
        </ul>
      </main>
    </Layout>
  )
}

function LastMessage({ channel: { lastMessageAt }, now }: { readonly channel: ListedChannel; readonly now: Date }) {
  const { translate } = useLanguage()
  return (
    <span class="faint">
      {lastMessageAt ? (
        <Text of="page.channels.last" values={{ time: <RelativeTime instant={lastMessageAt} now={now} /> }} />
      ) : (
        translate('page.channels.no-message')
      )}
    </span>
  )
}

function ChannelBadges({ channel: { platform, isOn } }: { readonly channel: ShownChannel }) {
  const { translate } = useLanguage()
  return (
    <>
      <span class="badge">{platform}</span>
      <span class={isOn ? 'badge on' : 'badge'}>{translate(isOn ? 'page.channels.on' : 'page.channels.off')}</span>
    </>
  )
}

interface ChannelLayoutProps {
  readonly channel: ShownChannel
  readonly view: 'log' | 'summaries'
  /** What was searched for. */
  readonly query?: string
  readonly children: ComponentChildren
}

/** A page of one channel, with its search while it is on. */
export function ChannelLayout({ channel, view, query, children }: ChannelLayoutProps) {
  const { translate } = useLanguage()
  const { id, title, timezone, isOn } = channel
  const current = (one: ChannelLayoutProps['view']) => one === view && query === undefined && { 'aria-current': 'page' as const }
  return (
    <Layout title={title} here="channels">
      <main class="channels" id="main">
        <header class="channel-head">
          <h1 dir="auto">{title}</h1>
          <ChannelBadges channel={channel} />
          <span class="faint">{translate('page.channels.timezone', { timezone })}</span>
        </header>
        <div class="choices">
          <nav aria-label={translate('page.channels.views')}>
            <ul class="chips">
              <li>
                <a href={`/channels/${id}/#end`} {...current('log')}>
                  {translate('page.channels.log')}
                </a>
              </li>
              <li>
                <a href={`/channels/${id}/summaries/`} {...current('summaries')}>
                  {translate('page.channels.summaries')}
                </a>
              </li>
            </ul>
          </nav>
          {isOn && (
            <search>
              <form class="line-form" action={`/channels/${id}/`}>
                <input
                  {...{ type: 'search', name: 'query', value: query, maxLength: 500, dir: 'auto', required: true }}
                  aria-label={translate('page.channels.search')}
                  placeholder={translate('page.channels.search')}
                  autocomplete="off"
                />
                <button type="submit">{translate('page.search')}</button>
              </form>
            </search>
          )}
        </div>
        {children}
      </main>
    </Layout>
  )
}
