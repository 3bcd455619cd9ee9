// Keeps the page of a day up to date. The server renders everything, and this script places it.
import { formatAge } from '../shared/format-age.ts'
import { createBox } from './box/box.ts'
import { findAll, need } from './lib/dom.ts'
import { findStorage, openKept } from './lib/kept.ts'
import { connect } from './lib/live.ts'
import { closeNotifications, keepOfflineShell, removeOfflineShell } from './lib/offline-shell.ts'
import { findAccount, newId, post, postMessage } from './lib/post.ts'
import { locale, text } from './lib/texts.ts'
import { enableCitationPreview } from './parts/citation-preview.ts'
import { enableCopying } from './parts/copy.ts'
import { createDays } from './parts/days.ts'
import { enableFormPanel } from './parts/form-panel.ts'
import { enableKeyboardHelp } from './parts/keyboard-help.ts'
import { enableLightbox } from './parts/lightbox.ts'
import { enableChoosingMessages, enableMessageMenus } from './parts/message-menu.ts'
import { markNewestReply } from './parts/newest-reply.ts'
import { enableReplyContext } from './parts/reply-context.ts'
import { enableSearch } from './parts/search.ts'
import { createSeen } from './parts/seen.ts'
import { enableSummary } from './parts/summary.ts'
import { createUnreadTitle } from './parts/unread-title.ts'
import { createTimeline } from './timeline/timeline.ts'

const main = need('#main', HTMLElement)
const day = main.dataset['day'] ?? ''
const isLive = main.dataset['live'] !== undefined

const kept = openKept(findStorage(), findAccount())
void keepOfflineShell(findAccount())
void closeNotifications()
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void closeNotifications()
})
const timeline = createTimeline({ day, isLive })
const summary = enableSummary()
const days = createDays(day)
const loops = enableFormPanel('loops')
const sessions = enableFormPanel('day-sessions')
enableSearch(day)
enableReplyContext()
enableCopying()
enableKeyboardHelp()
enableLightbox()
enableCitationPreview()
enableMessageMenus()
enableChoosingMessages()
markNewestReply(timeline.list, isLive)

if (isLive) {
  const { writing, showConnection, isHolding } = createBox(timeline, kept)
  const unread = createUnreadTitle()
  // Later messages that the page leaves out are not seen.
  const seen = document.querySelector('[data-order$=" later"]') ? undefined : createSeen()
  connect(Number(main.dataset['seq']), {
    changes: ({ messages, days: sizes, seq }) => {
      unread.add(messages.filter(({ id, answers }) => answers && !document.getElementById(`m${id}`)).length)
      timeline.place(messages)
      seen?.show(seq, messages)
      markNewestReply(timeline.list, isLive)
      days.resize(sizes)
      if (messages.some(({ answers }) => answers)) writing.end()
    },
    preview: (change) => writing.showPreview(change),
    'preview-end': () => writing.end(),
    typing: ({ line }) => writing.showTyping(line),
    reload: () => reloadSoon(isHolding),
    summary: ({ days: written }) => {
      summary.refreshIfOf(written)
      days.refreshSoon()
    },
    loops: ({ html }) => loops.show(html),
    sessions: ({ html }) => sessions.show(html),
    connection: (state) => {
      showConnection(state)
      if (state === 'signed-out') void removeOfflineShell()
    },
  })
  if (!location.hash) timeline.toEnd()
}

if (main.dataset['asksTimezone'] !== undefined)
  post('/continuous/timezone/', { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }).then(
    // Messages may be on other days now.
    () => days.refreshSoon(),
    () => {
      // The next page requests it again.
    },
  )

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  const { action, done } = button.dataset
  if (action) {
    button.disabled = true
    try {
      await postMessage({ id: newId(), action })
      // The answer may appear out of sight: at the end, or on the page of today.
      if (done) button.textContent = done
    } catch {
      button.disabled = false
    }
  }
  if (button.id === 'more-days') await days.showMore(button)
})

/** In ms. The page is reloaded after this much time without changes. */
const quietMs = 1_000
let reloading = 0

/**
 * Reloads once the changes have stopped, no reply is being written, the page holds nothing unsaved, and somebody sees it, because what it shows
 * counts as seen.
 */
function reloadSoon(isHolding: () => boolean): void {
  clearTimeout(reloading)
  reloading = window.setTimeout(() => {
    const isBusy = document.querySelector('.message.pending, .message.failed, #writing:not([hidden])') !== null
    if (document.hidden || isHolding() || isBusy) reloadSoon(isHolding)
    else location.reload()
  }, quietMs)
}

/** In ms. How often the ages on the page are updated. */
const ageMs = 30_000
const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
setInterval(() => {
  for (const time of findAll<HTMLTimeElement>('time[data-relative]'))
    time.textContent = formatAge(Date.now() - Date.parse(time.dateTime), ages, text('page.time.now'))
}, ageMs)
