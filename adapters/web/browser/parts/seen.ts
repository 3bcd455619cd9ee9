import type { MessageFragment } from '../../shared/message-fragment.ts'
import { findAccount, post } from '../lib/post.ts'

/** In ms. How long changes are collected before the server hears that they were seen. */
const gatherMs = 1_000

const isVisible = () => document.visibilityState === 'visible'

/** Tells the server up to which change the page has been seen, so that the next visit begins after it. */
export function createSeen() {
  let shown = 0
  let reported = 0
  let timer = 0
  /** Whether the page was visible when it showed the last change. */
  let isSeen = false

  const report = () => {
    clearTimeout(timer)
    timer = 0
    if (shown === reported) return
    reported = shown
    post('/continuous/seen/', { seq: reported, account: Number(findAccount()) }, { keepalive: true }).catch(() => {
      // The messages count as new again at the next visit.
    })
  }

  document.addEventListener('visibilitychange', () => {
    if (isVisible() || isSeen) report()
  })

  return {
    /**
     * Records that the page shows every change up to `seq`. Reports it once the page is visible. What its user wrote on the page is not new to
     * them, so it is reported with what comes next, or when they leave.
     */
    show(seq: number, messages: readonly Pick<MessageFragment, 'isOwn'>[]): void {
      shown = seq
      isSeen = isVisible()
      if (timer === 0 && isSeen && messages.some(({ isOwn }) => !isOwn)) timer = window.setTimeout(report, gatherMs)
    },
  }
}
