// Keeps the page of a day up to date. The server renders everything, and this script places it.
import { createBox } from './box.js'
import { createDays } from './days.js'
import { enableFormPanel } from './form-panel.js'
import { connect } from './live.js'
import { newId, post } from './post.js'
import { enableReplyContext } from './reply-context.js'
import { enableSearch } from './search.js'
import { enableSummary } from './summary.js'
import { locale, text } from './texts.js'
import { createTimeline } from './timeline.js'

const main = /** @type {HTMLElement} */ (document.querySelector('#main'))
const day = main.dataset.day ?? ''
const isLive = main.dataset.live !== undefined

const timeline = createTimeline({ day, isLive })
const summary = enableSummary(day)
const days = createDays(day)
const loops = enableFormPanel('loops')
const sessions = enableFormPanel('day-sessions')
enableSearch(day)
enableReplyContext()

if (isLive) {
  const box = createBox(timeline)
  connect(Number(main.dataset.seq), {
    changes: (messages) => {
      timeline.place(messages)
      days.refreshSoon()
      if (messages.some(({ answers }) => answers)) box.endWriting()
    },
    preview: (html) => box.showPreview(html),
    previewEnd: () => box.endWriting(),
    typing: (line) => box.showTyping(line),
    reload: () => reloadSoon(),
    summary: (written) => {
      summary.refreshIfOf(written)
      days.refreshSoon()
    },
    loops: (html) => loops.show(html),
    sessions: (html) => sessions.show(html),
    connection: (state) => box.showConnection(state),
  })
  if (!location.hash) timeline.toEnd()
}

if (main.dataset.asksTimezone !== undefined)
  post('/continuous/timezone/', { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => {
    // The next page requests it again.
  })

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!(button instanceof HTMLButtonElement)) return
  if (button.dataset.action) {
    button.disabled = true
    try {
      await post('/continuous/add-message/', { id: newId(), action: button.dataset.action })
      // The answer may appear out of sight: at the end, or on the page of today.
      if (button.dataset.done) button.textContent = button.dataset.done
    } catch {
      button.disabled = false
    }
  }
  if (button.id === 'more-days') await days.more(button)
  if (button.id === 'earlier') await timeline.placeEarlier(button)
})

/** In ms. The page is reloaded after this much time without changes. */
const quiet = 1_000
let reloading = 0

/** Reloads once the changes have stopped and the page holds nothing unsaved. */
function reloadSoon() {
  clearTimeout(reloading)
  reloading = window.setTimeout(() => {
    if (document.querySelector('.message.pending, .message.failed')) reloadSoon()
    else location.reload()
  }, quiet)
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
setInterval(() => {
  for (const time of document.querySelectorAll('time[data-relative]')) {
    const minutes = Math.floor((Date.now() - Date.parse(time.getAttribute('datetime') ?? '')) / 60_000)
    if (minutes < 1) time.textContent = text('page.time.now')
    else if (minutes < 60) time.textContent = relative.format(-minutes, 'minute')
    else if (minutes < 1_440) time.textContent = relative.format(-Math.floor(minutes / 60), 'hour')
    else time.textContent = relative.format(-Math.floor(minutes / 1_440), 'day')
  }
}, 30_000)
