// What makes the page of a day live. The server renders everything; this places what it sends.
import { createBox } from './box.js'
import { createDays } from './days.js'
import { connect } from './live.js'
import { enableMadeFrom } from './made-from.js'
import { newId, post } from './post.js'
import { enableSearch } from './search.js'
import { enableSummary } from './summary.js'
import { createTimeline } from './timeline.js'

const main = /** @type {HTMLElement} */ (document.querySelector('#main'))
const day = main.dataset.day ?? ''
const isLive = main.dataset.live !== undefined

const timeline = createTimeline({ day, isLive })
const summary = enableSummary(day)
const days = createDays(day)
enableSearch(day)
enableMadeFrom()

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
    typing: () => box.showTyping(),
    reload: () => reloadSoon(),
    summary: (written) => {
      summary.refreshIfOf(written)
      days.refreshSoon()
    },
    connection: (state) => box.showConnection(state),
  })
  if (!location.hash) timeline.toEnd()
}

if (main.dataset.asksTimezone !== undefined)
  post('/continuous/timezone/', { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }).catch(() => {
    // It is asked for again on the next page.
  })

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!(button instanceof HTMLButtonElement)) return
  if (button.dataset.action) {
    button.disabled = true
    try {
      await post('/continuous/add-message/', { id: newId(), action: button.dataset.action })
      // The answer may come where it is not seen: at the end, or on the page of today.
      if (button.dataset.done) button.textContent = button.dataset.done
    } catch {
      button.disabled = false
    }
  }
  if (button.id === 'more-days') await days.more(button)
  if (button.id === 'earlier') await timeline.placeEarlier(button)
})

/** How long, in ms, it has to be quiet before the page is loaded anew. */
const quiet = 1_000
let reloading = 0

/** When the many changes have ended, and nothing is left that only this page knows. */
function reloadSoon() {
  clearTimeout(reloading)
  reloading = window.setTimeout(() => {
    if (document.querySelector('.message.pending, .message.failed')) reloadSoon()
    else location.reload()
  }, quiet)
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
setInterval(() => {
  for (const time of document.querySelectorAll('time[data-relative]')) {
    const minutes = Math.floor((Date.now() - Date.parse(time.getAttribute('datetime') ?? '')) / 60_000)
    if (minutes < 1) time.textContent = 'just now'
    else if (minutes < 60) time.textContent = relative.format(-minutes, 'minute')
    else if (minutes < 1_440) time.textContent = relative.format(-Math.floor(minutes / 60), 'hour')
    else time.textContent = relative.format(-Math.floor(minutes / 1_440), 'day')
  }
}, 30_000)
